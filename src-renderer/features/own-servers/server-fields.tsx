import { ChevronDown, ChevronRight } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { StderrLevel } from "../../../src-preload/model/server-entry.ts";
import { Field } from "../../components/field.tsx";
import { Icon } from "../../components/icon.tsx";
import { Segmented } from "../../components/segmented.tsx";
import { Switch } from "../../components/switch.tsx";
import { TextArea } from "../../components/text-area.tsx";
import { EnvRows } from "./env-rows.tsx";
import { FaultsOf, isAbout } from "./faults.tsx";
import { secondsMembers, type ServerForm } from "./server-form-state.ts";
import type { EditorFault } from "./use-server-editor.ts";

interface ServerFieldsProps {
  /** Its name in the file, by which a hidden value can be asked for. */
  readonly server: string;
  readonly form: ServerForm;
  readonly faults: readonly EditorFault[];
  readonly onChange: (form: ServerForm) => void;
}

/** The entry by its fields: what is needed first, the rest on demand. */
export function ServerFields({ server, form, faults, onChange }: ServerFieldsProps) {
  const { t } = useTranslation();
  const change = (part: Partial<ServerForm>): void => onChange({ ...form, ...part });
  return (
    <>
      <Field
        label={t("serverForm.command")}
        hint={t("serverForm.commandHint")}
        value={form.command}
        onChange={(event) => change({ command: event.target.value })}
      />
      <FaultsOf faults={faults} field="command" />
      <TextArea
        label={t("serverForm.args")}
        hint={t(form.oddArgs ? "serverForm.argsOdd" : "serverForm.argsHint")}
        value={form.oddArgs ? JSON.stringify(form.oddArgs) : form.argLines}
        readOnly={form.oddArgs !== null}
        onChange={(event) => change({ argLines: event.target.value })}
      />
      <FaultsOf faults={faults} field="args" />
      <EnvRows
        server={server}
        rows={form.env}
        faults={faults}
        onChange={(env) => change({ env })}
      />
      <div className="row">
        <div className="grow">
          <p>{t("serverForm.enabled")}</p>
        </div>
        <Switch
          label={t("serverForm.enabled")}
          on={form.enabled}
          onChange={(enabled) => change({ enabled })}
        />
      </div>
      <More form={form} faults={faults} change={change} />
    </>
  );
}

interface MoreProps {
  readonly form: ServerForm;
  readonly faults: readonly EditorFault[];
  readonly change: (part: Partial<ServerForm>) => void;
}

const moreMembers = ["cwd", "toolPrefix", ...secondsMembers, "secretEnv", "promptSection"];

/** Opens by itself where something in it is wrong. */
function More({ form, faults, change }: MoreProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const isWrong = faults.some(({ field }) => moreMembers.some((one) => isAbout(field, one)));
  const shown = isOpen || isWrong;
  return (
    <div className="more-fields">
      <button type="button" className="fold" aria-expanded={shown} onClick={() => setOpen(!shown)}>
        <Icon of={shown ? ChevronDown : ChevronRight} />
        {t("serverForm.more")}
      </button>
      {shown && <MoreFields form={form} faults={faults} change={change} />}
    </div>
  );
}

function MoreFields({ form, faults, change }: MoreProps) {
  const { t } = useTranslation();
  return (
    <>
      <Field
        label={t("serverForm.cwd")}
        hint={t("serverForm.cwdHint")}
        value={form.cwd}
        onChange={(event) => change({ cwd: event.target.value })}
      />
      <FaultsOf faults={faults} field="cwd" />
      <Field
        label={t("serverForm.toolPrefix")}
        hint={t("serverForm.toolPrefixHint")}
        value={form.toolPrefix}
        onChange={(event) => change({ toolPrefix: event.target.value })}
      />
      <FaultsOf faults={faults} field="toolPrefix" />
      <div className="three-fields">
        {secondsMembers.map((member) => (
          <div key={member}>
            <Field
              label={t(`serverForm.${member}`)}
              hint={member === "idleTimeoutSeconds" ? t("serverForm.idleHint") : undefined}
              inputMode="decimal"
              value={form[member]}
              onChange={(event) => change({ [member]: event.target.value })}
            />
            <FaultsOf faults={faults} field={member} />
          </div>
        ))}
      </div>
      <div className="row">
        <div className="grow">
          <p>{t("serverForm.parallel")}</p>
          <p className="hint">{t("serverForm.parallelHint")}</p>
        </div>
        <Switch
          label={t("serverForm.parallel")}
          on={form.parallel}
          onChange={(parallel) => change({ parallel })}
        />
      </div>
      <div className="row wrap">
        <p className="grow">{t("serverForm.stderrLevel")}</p>
        <Segmented
          label={t("serverForm.stderrLevel")}
          value={form.stderrLevel}
          onChange={(stderrLevel) => change({ stderrLevel })}
          options={StderrLevel.options.map((value) => ({
            value,
            word: t(`stderrLevel.${value}`),
          }))}
        />
      </div>
      <TextArea
        label={t("serverForm.promptSection")}
        hint={t("serverForm.promptSectionHint")}
        value={form.promptSection}
        onChange={(event) => change({ promptSection: event.target.value })}
      />
      <FaultsOf faults={faults} field="promptSection" />
      <FaultsOf faults={faults} field="secretEnv" />
    </>
  );
}
