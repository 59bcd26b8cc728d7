import { Eye, EyeOff, X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/button.tsx";
import { IconButton } from "../../components/icon-button.tsx";
import { Tick } from "../../components/tick.tsx";
import { visibleText } from "../../components/visible-text.ts";
import { useRequest } from "../../state/use-request.ts";
import { useWindowState } from "../../state/window-state-context.tsx";
import type { EnvRow } from "./server-form-state.ts";

interface EnvRowProps {
  readonly server: string;
  /** From 1: what an unnamed row is called. */
  readonly number: number;
  readonly row: EnvRow;
  readonly onChange: (row: EnvRow) => void;
  readonly onRemove: () => void;
}

/** One variable. A value that is hidden stays in main until the person asks to see this one (M23). */
export function EnvRowView({ server, number, row, onChange, onRemove }: EnvRowProps) {
  const { t } = useTranslation();
  const { name, value, isSecret } = row;
  const called = name === "" ? t("serverForm.aVariable", { n: number }) : visibleText(name);
  return (
    <div className="env-row">
      <div className="field env-name">
        <input
          aria-label={t("serverForm.nthName", { n: number })}
          placeholder={t("serverForm.variable")}
          className="mono"
          spellCheck={false}
          autoComplete="off"
          value={name}
          // What stays in the file is found there by its name.
          readOnly={value.kind === "kept"}
          onChange={(event) => onChange({ ...row, name: event.target.value })}
        />
      </div>
      {value.kind === "kept" && (
        <HiddenValue server={server} row={row} called={called} onChange={onChange} />
      )}
      {value.kind === "removed" && (
        <span className="t13 muted grow">{t("serverForm.takenAway")}</span>
      )}
      {value.kind === "value" && (
        <TypedValue row={row} text={value.value} called={called} onChange={onChange} />
      )}
      {value.kind !== "removed" && (
        <label className="row">
          <Tick
            label={t("serverForm.secretOf", { name: called })}
            on={isSecret}
            onChange={(on) => onChange({ ...row, isSecret: on })}
          />
          <span className="t13">{t("serverForm.secret")}</span>
        </label>
      )}
      <IconButton icon={X} label={t("serverForm.drop", { name: called })} onClick={onRemove} />
    </div>
  );
}

interface ValueProps {
  readonly row: EnvRow;
  readonly called: string;
  readonly onChange: (row: EnvRow) => void;
}

function HiddenValue({ server, row, called, onChange }: ValueProps & { readonly server: string }) {
  const { t } = useTranslation();
  const { client } = useWindowState();
  const { run, busy, failure } = useRequest();
  const reveal = (): void =>
    void run(
      () => client.revealServerVariable({ name: server, variable: row.name }),
      ({ value }) => onChange({ ...row, value: { kind: "value", value } }),
    );
  return (
    <span className="row grow">
      <span className="t13 muted grow">
        {failure ? <span role="alert">{failure.message}</span> : t("serverForm.hidden")}
      </span>
      <IconButton
        icon={Eye}
        label={t("serverForm.reveal", { name: called })}
        disabled={busy}
        onClick={reveal}
      />
      <Button
        small
        variant="ghost"
        aria-label={t("serverForm.replaceOf", { name: called })}
        onClick={() => onChange({ ...row, value: { kind: "value", value: "" } })}
      >
        {t("serverForm.replace")}
      </Button>
    </span>
  );
}

/** May hold several lines. What is marked as secret is not readable over a shoulder while it is typed. */
function TypedValue({ row, text, called, onChange }: ValueProps & { readonly text: string }) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  const isMasked = row.isSecret && !isShown;
  return (
    <span className="row grow">
      <textarea
        className={isMasked ? "area masked" : "area"}
        rows={1}
        aria-label={t("serverForm.valueOf", { name: called })}
        placeholder={t("serverForm.value")}
        spellCheck={false}
        autoComplete="off"
        value={text}
        onChange={(event) =>
          onChange({ ...row, value: { kind: "value", value: event.target.value } })
        }
      />
      {row.isSecret && (
        <IconButton
          icon={isShown ? EyeOff : Eye}
          label={t(isShown ? "serverForm.hide" : "serverForm.show", { name: called })}
          onClick={() => setShown(!isShown)}
        />
      )}
    </span>
  );
}
