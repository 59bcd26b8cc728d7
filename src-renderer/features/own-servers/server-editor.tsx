import { ArrowLeft } from "lucide-react";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import type { ServerEntryView } from "../../../src-preload/model/server-entry.ts";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { useHoldsEscape } from "../../components/held-escape.ts";
import { Segmented } from "../../components/segmented.tsx";
import { visibleText } from "../../components/visible-text.ts";
import { FaultsOf } from "./faults.tsx";
import { JsonField } from "./json-field.tsx";
import { RunConfirmation } from "./run-confirmation.tsx";
import { ServerFields } from "./server-fields.tsx";
import { useServerEditor } from "./use-server-editor.ts";

interface ServerEditorProps {
  /** Null for a new one. */
  readonly name: string | null;
  /** As the list has it now; null for a new one, or where it is gone meanwhile. */
  readonly entry: ServerEntryView | null;
  readonly onEnd: () => void;
}

/** Adds or changes one server, by fields or as JSON (M35). It begins anew when the person looks again. */
export function ServerEditor({ name, entry, onEnd }: ServerEditorProps) {
  const { t } = useTranslation();
  const [round, setRound] = useState(1);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [round]);
  const title =
    name === null
      ? t("serverForm.addTitle")
      : t("serverForm.editTitle", { name: visibleText(name) });
  return (
    <section>
      <Button small variant="ghost" icon={ArrowLeft} className="back" onClick={onEnd}>
        {t("serverForm.back")}
      </Button>
      <h3 className="h2" ref={heading} tabIndex={-1}>
        {title}
      </h3>
      <EditorForm key={round} entry={entry} onEnd={onEnd} onLookAgain={() => setRound(round + 1)} />
    </section>
  );
}

interface EditorFormProps {
  readonly entry: ServerEntryView | null;
  readonly onEnd: () => void;
  readonly onLookAgain: () => void;
}

function EditorForm({ entry, onEnd, onLookAgain }: EditorFormProps) {
  const { t } = useTranslation();
  const editor = useServerEditor(entry, onEnd);
  const { mode, faults, asked, busy, failure } = editor;
  useHoldsEscape(editor.isTouched);
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    editor.save();
  };
  return (
    <form className="server-form" noValidate onSubmit={onSubmit}>
      {editor.isNew && (
        <>
          <Field
            label={t("serverForm.name")}
            hint={t("serverForm.nameHint")}
            value={editor.name}
            onChange={(event) => editor.setName(event.target.value)}
          />
          <FaultsOf faults={faults} field="" />
        </>
      )}
      <Segmented
        label={t("serverForm.as")}
        value={mode}
        onChange={editor.setMode}
        options={[
          { value: "form", word: t("serverForm.form") },
          { value: "json", word: t("serverForm.json") },
        ]}
      />
      {mode === "form" ? (
        <ServerFields
          server={editor.name}
          form={editor.form}
          faults={faults}
          onChange={editor.setForm}
        />
      ) : (
        <JsonField text={editor.text} faults={faults} onChange={editor.setText} />
      )}
      {failure && (
        <p className="problem" role="alert">
          {failure.message}
        </p>
      )}
      <div className="row">
        <Button type="submit" variant="primary" disabled={busy}>
          {t(editor.isAsking ? "serverForm.save" : "serverForm.saveOnly")}
        </Button>
        <Button variant="ghost" onClick={onEnd}>
          {t("dialog.cancel")}
        </Button>
        {failure?.code === "server-changed" && (
          <Button onClick={onLookAgain}>{t("serverForm.lookAgain")}</Button>
        )}
      </div>
      {asked && (
        <RunConfirmation
          name={editor.name}
          isNew={editor.isNew}
          draft={asked}
          busy={busy}
          onConfirm={() => editor.confirm(asked)}
          onClose={editor.unask}
        />
      )}
    </form>
  );
}
