import { useTranslation } from "react-i18next";
import type { ImportItem } from "../../../src-preload/model/server-import.ts";
import { Chip } from "../../components/chip.tsx";
import { Field } from "../../components/field.tsx";
import { Tick } from "../../components/tick.tsx";
import { visibleText } from "../../components/visible-text.ts";
import type { ItemChoice } from "./import-choices.tsx";
import { WhatRuns } from "./what-runs.tsx";

interface ImportItemCardProps {
  readonly item: ImportItem;
  /** Whether the system can keep what leaves the file. */
  readonly canMove: boolean;
  /** Null where there is nothing to choose. */
  readonly choice: ItemChoice | null;
  readonly onChoice: (choice: ItemChoice) => void;
}

/** One server of the file: how it stands to the person's own, and all that it would run (S39). */
export function ImportItemCard({ item, canMove, choice, onChoice }: ImportItemCardProps) {
  const { t } = useTranslation();
  const name = visibleText(item.name);
  return (
    <section className="card import-item" aria-label={name}>
      <div className="card-head">
        {choice && (
          <Tick
            label={t("serverImport.take", { name })}
            on={choice.isTaken}
            onChange={(isTaken) => onChoice({ ...choice, isTaken })}
          />
        )}
        <h3 className="b cut grow" title={name}>
          {name}
        </h3>
        {item.entry?.enabled === false && <Chip>{t("serverImport.off")}</Chip>}
        <Chip need={item.standing === "differs"}>
          {t(`serverImport.standing.${item.standing}`)}
        </Chip>
      </div>
      <div className="card-part">
        <Remarks item={item} />
        {item.entry && (
          <WhatRuns
            {...item.entry}
            variables={item.entry.envNames.map((one) => ({ name: one, isTakenAway: false }))}
          />
        )}
        {choice?.isTaken && <NameHere item={item} choice={choice} onChoice={onChoice} />}
        {choice?.isTaken && item.plainSecrets.length > 0 && (
          <PlainSecrets item={item} canMove={canMove} choice={choice} onChoice={onChoice} />
        )}
      </div>
    </section>
  );
}

function Remarks({ item: { standing, reason, notes, needs } }: { readonly item: ImportItem }) {
  const { t } = useTranslation();
  return (
    <>
      {standing === "same" && <p className="t13 muted">{t("serverImport.sameWhat")}</p>}
      {standing === "differs" && <p className="t13 warn">{t("serverImport.differsWhat")}</p>}
      {reason !== null && <p className="problem">{visibleText(reason)}</p>}
      {notes.map((note) => (
        <p className="t13 muted" key={note}>
          {visibleText(note)}
        </p>
      ))}
      {needs.map(({ secret, description, isKept }) => (
        <p className="t13 muted" key={secret}>
          {description === ""
            ? t("serverImport.needs", { secret })
            : t("serverImport.needsWhat", { secret, description: visibleText(description) })}
          , {t(isKept ? "serverImport.isKept" : "serverImport.toSet")}
        </p>
      ))}
    </>
  );
}

interface ChosenProps {
  readonly item: ImportItem;
  readonly choice: ItemChoice;
  readonly onChoice: (choice: ItemChoice) => void;
}

function NameHere({ item, choice, onChoice }: ChosenProps) {
  const { t } = useTranslation();
  return (
    <Field
      label={t("serverImport.as")}
      hint={item.standing === "differs" ? t("serverImport.asHint") : undefined}
      value={choice.as}
      onChange={(event) => onChoice({ ...choice, as: event.target.value })}
    />
  );
}

function PlainSecrets(props: ChosenProps & { readonly canMove: boolean }) {
  const { t } = useTranslation();
  const { item, canMove, choice, onChoice } = props;
  if (!canMove) return <p className="hint warn">{t("serverImport.noStore")}</p>;
  const words = t("serverImport.move", { count: item.plainSecrets.length });
  return (
    <div className="move-secrets">
      <label className="row">
        <Tick
          label={words}
          on={choice.moveSecrets}
          onChange={(moveSecrets) => onChoice({ ...choice, moveSecrets })}
        />
        <span className="t13">{words}</span>
      </label>
      {choice.moveSecrets ? (
        <ul className="hint">
          {item.plainSecrets.map(({ field, secret }) => (
            <li key={field}>
              {visibleText(t("serverImport.moveHint", { field, secret: `\${secret:${secret}}` }))}
            </li>
          ))}
        </ul>
      ) : (
        <p className="hint warn">{t("serverImport.stays")}</p>
      )}
    </div>
  );
}
