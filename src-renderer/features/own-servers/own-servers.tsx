import { AppWindow, Import, Plus, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ServerList } from "../../../src-preload/model/server-entry.ts";
import { Button } from "../../components/button.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { Icon } from "../../components/icon.tsx";
import { visibleText } from "../../components/visible-text.ts";
import { useWindowState } from "../../state/window-state-context.tsx";
import { BROWSER_SERVER } from "../servers/browser-server.ts";
import { ImportDialog } from "./import-dialog.tsx";
import { OwnServerRow } from "./own-server-row.tsx";
import { UnusableRow } from "./unusable-row.tsx";

/** What is in sight: the list, a new server, or the one of this name. */
export type ServersPage =
  | { readonly kind: "list" }
  | { readonly kind: "add" }
  | { readonly kind: "edit"; readonly name: string };

interface OwnServersProps {
  readonly list: ServerList;
  readonly onPage: (page: ServersPage) => void;
}

/** The servers of the person's file in its order, then the browser that comes with the app. */
export function OwnServers({ list, onPage }: OwnServersProps) {
  const { t } = useTranslation();
  const { entries, problems } = list;
  const unusable = [...new Set(problems.map(({ server }) => server))];
  return (
    <section>
      <ListHead onAdd={() => onPage({ kind: "add" })} />
      <FileLines list={list} />
      <ul className="list" aria-label={t("ownServers.title")}>
        {entries.map((entry) => (
          <OwnServerRow
            key={entry.name}
            entry={entry}
            onEdit={() => onPage({ kind: "edit", name: entry.name })}
          />
        ))}
        {unusable.map((server) => (
          <UnusableRow
            key={server}
            name={server}
            isTwice={entries.some(({ name }) => name === server)}
            problems={problems.filter((problem) => problem.server === server)}
          />
        ))}
        <PresetRow isReplaced={list.replacesBrowser} />
      </ul>
    </section>
  );
}

function ListHead({ onAdd }: { readonly onAdd: () => void }) {
  const { t } = useTranslation();
  const [isImporting, setImporting] = useState(false);
  return (
    <>
      <div className="row">
        <h3 className="h2 grow">{t("ownServers.title")}</h3>
        <Button small icon={Import} onClick={() => setImporting(true)}>
          {t("ownServers.import")}
        </Button>
        <Button small icon={Plus} onClick={onAdd}>
          {t("ownServers.add")}
        </Button>
      </div>
      <p className="muted">{t("ownServers.hint")}</p>
      {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
    </>
  );
}

/** Where they are kept, and what is wrong or odd about the file as a whole. */
function FileLines({ list: { file, broken, warnings } }: { readonly list: ServerList }) {
  const { t } = useTranslation();
  return (
    <>
      {file !== null && (
        <p className="row t13 faint">
          <span className="cut" title={file}>
            {t("ownServers.file", { file })}
          </span>
          <CopyButton label={t("ownServers.copyFile")} text={() => file} />
        </p>
      )}
      {broken && (
        <div className="file-fault" role="alert">
          <Icon of={TriangleAlert} className="bad" />
          <div className="grow">
            <p>{visibleText(broken.message)}</p>
            <p className="t13 muted">{t("ownServers.broken")}</p>
          </div>
        </div>
      )}
      {warnings.length > 0 && (
        <ul className="t13 warn plain-list" aria-label={t("ownServers.warnings")}>
          {warnings.map((warning) => (
            <li key={warning}>{visibleText(warning)}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function PresetRow({ isReplaced }: { readonly isReplaced: boolean }) {
  const { t } = useTranslation();
  const { actions } = useWindowState();
  return (
    <li className="li">
      <Icon of={AppWindow} className="faint" />
      <div className="grow">
        <p className="b">{BROWSER_SERVER}</p>
        <p className={isReplaced ? "t13 warn" : "t13 faint"}>
          {t(isReplaced ? "ownServers.presetReplaced" : "ownServers.preset")}
        </p>
      </div>
      <Button small variant="ghost" onClick={() => actions.openSettings("browser")}>
        {t("ownServers.presetOpen")}
      </Button>
    </li>
  );
}
