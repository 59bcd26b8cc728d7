import { useState } from "react";
import { useTranslation } from "react-i18next";
import type {
  ImportChoice,
  ImportItem,
  ImportPreview,
} from "../../../src-preload/model/server-import.ts";
import { Button } from "../../components/button.tsx";
import { useRequest } from "../../state/use-request.ts";
import { useApp, useWindowState } from "../../state/window-state-context.tsx";
import { ImportItemCard } from "./import-item-card.tsx";

interface ImportChoicesProps {
  readonly preview: ImportPreview;
  readonly onAnother: () => void;
  readonly onClose: () => void;
}

/** What is chosen of one server that can be taken. */
export interface ItemChoice {
  readonly isTaken: boolean;
  /** What it is to be called here. */
  readonly as: string;
  readonly moveSecrets: boolean;
}

/** What the file would bring, each in full; the button below takes what is chosen, and nothing else. */
export function ImportChoices({ preview, onAnother, onClose }: ImportChoicesProps) {
  const { t } = useTranslation();
  const isEncrypted = useApp((app) => app.encryption === "available");
  const [choices, setChoices] = useState(() => firstChoices(preview.items, isEncrypted));
  const { apply, busy, failure } = useImport(preview.importId, onClose);
  const taken = [...choices].filter(([, { isTaken }]) => isTaken);
  return (
    <>
      <p className="muted">{t(`serverImport.client.${preview.client}`)}</p>
      {preview.items.length === 0 && <p className="list-empty faint">{t("serverImport.empty")}</p>}
      <div className="dialog-body">
        {preview.items.map((item) => (
          <ImportItemCard
            key={item.name}
            item={item}
            canMove={isEncrypted}
            choice={choices.get(item.name) ?? null}
            onChoice={(choice) => setChoices(new Map(choices).set(item.name, choice))}
          />
        ))}
      </div>
      {taken.length > 0 && <p className="warn after-body">{t("serverImport.danger")}</p>}
      {failure && (
        <p className="problem" role="alert">
          {failure.message}
        </p>
      )}
      <div className="dialog-foot">
        <Button variant="ghost" onClick={onAnother}>
          {t("serverImport.another")}
        </Button>
        <span className="grow" />
        <Button onClick={onClose}>{t("dialog.cancel")}</Button>
        <Button
          variant="danger"
          disabled={busy || taken.length === 0}
          onClick={() => apply(taken.map(([name, choice]) => toImport(name, choice)))}
        >
          {t("serverImport.do", { count: taken.length })}
        </Button>
      </div>
    </>
  );
}

function useImport(importId: string, onDone: () => void) {
  const { client, ownServers } = useWindowState();
  const { run, busy, failure } = useRequest();
  const apply = (choices: ImportChoice[]): void =>
    void run(
      () => client.importServers({ importId, choices }),
      (list) => {
        onDone();
        ownServers.take(list);
      },
    );
  return { apply, busy, failure };
}

/** New ones are taken unless the person says otherwise; nothing of theirs is replaced unless they say so. */
function firstChoices(
  items: readonly ImportItem[],
  isEncrypted: boolean,
): ReadonlyMap<string, ItemChoice> {
  const takeable = items.filter(({ standing }) => standing === "new" || standing === "differs");
  return new Map(
    takeable.map(({ name, standing, plainSecrets }) => [
      name,
      {
        isTaken: standing === "new",
        as: name,
        moveSecrets: isEncrypted && plainSecrets.length > 0,
      },
    ]),
  );
}

function toImport(name: string, { as, moveSecrets }: ItemChoice): ImportChoice {
  return { name, as: as === name ? null : as, moveSecrets };
}
