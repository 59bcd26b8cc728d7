import { Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { EnvDraft } from "../../../src-preload/model/server-entry.ts";
import { Button } from "../../components/button.tsx";
import { EnvRowView } from "./env-row.tsx";
import { FaultsOf } from "./faults.tsx";
import type { EnvRow } from "./server-form-state.ts";
import type { EditorFault } from "./use-server-editor.ts";

interface EnvRowsProps {
  readonly server: string;
  readonly rows: readonly EnvRow[];
  readonly faults: readonly EditorFault[];
  readonly onChange: (rows: readonly EnvRow[]) => void;
}

/** The variables of an entry, a row each. */
export function EnvRows({ server, rows, faults, onChange }: EnvRowsProps) {
  const { t } = useTranslation();
  const add = (value: EnvDraft): void => {
    const id = Math.max(-1, ...rows.map((row) => row.id)) + 1;
    onChange([...rows, { id, name: "", value, isSecret: false }]);
  };
  return (
    <fieldset className="env-rows">
      <legend className="label">{t("serverForm.env")}</legend>
      {rows.map((row, index) => (
        <EnvRowView
          key={row.id}
          server={server}
          number={index + 1}
          row={row}
          onChange={(changed) => onChange(rows.map((one) => (one.id === row.id ? changed : one)))}
          onRemove={() => onChange(rows.filter(({ id }) => id !== row.id))}
        />
      ))}
      <FaultsOf faults={faults} field="env" />
      <div className="row">
        <Button small icon={Plus} onClick={() => add({ kind: "value", value: "" })}>
          {t("serverForm.addVariable")}
        </Button>
        <Button small variant="ghost" onClick={() => add({ kind: "removed" })}>
          {t("serverForm.takeAway")}
        </Button>
      </div>
      <p className="hint">{t("serverForm.envHint")}</p>
    </fieldset>
  );
}
