import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  MAX_INSTRUCTIONS_CHARS,
  type Instructions,
} from "../../../src-preload/model/instructions.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { ScrollBox } from "../../components/scroll-box.tsx";
import { useRequest } from "../../state/use-request.ts";
import { useWindowState } from "../../state/window-state-context.tsx";

interface InstructionsDialogProps {
  readonly conversationId: string;
  readonly onClose: () => void;
}

/** All that the model is told about its work: the part that can be changed here, and what is always added. */
export function InstructionsDialog({ conversationId, onClose }: InstructionsDialogProps) {
  const { t } = useTranslation();
  const { client } = useWindowState();
  const [instructions, setInstructions] = useState<Instructions | null>(null);
  const { run, failure } = useRequest();
  const read = () => void run(() => client.readInstructions({ conversationId }), setInstructions);
  // Read once: what is being written must not be replaced by what is kept.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(read, []);
  return (
    <Dialog open title={t("instructions.title")} onClose={onClose}>
      {failure && (
        <p className="problem" role="alert">
          {failure.message}
        </p>
      )}
      {instructions && (
        <EditInstructions
          conversationId={conversationId}
          instructions={instructions}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

interface EditInstructionsProps extends InstructionsDialogProps {
  readonly instructions: Instructions;
}

function EditInstructions({ conversationId, instructions, onClose }: EditInstructionsProps) {
  const { t } = useTranslation();
  const { client } = useWindowState();
  const { own, usual, added } = instructions;
  const [text, setText] = useState(own ?? usual);
  const { run, busy, failure } = useRequest();
  const isUsual = text.trim() === usual.trim() || text.trim() === "";
  const save = () =>
    void run(
      () => client.setInstructions({ conversationId, text: isUsual ? null : text }),
      onClose,
    );
  return (
    <div className="told">
      <label className="label" htmlFor="told-own">
        {t("instructions.own")}
      </label>
      <textarea
        id="told-own"
        className="well"
        maxLength={MAX_INSTRUCTIONS_CHARS}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <p className="label">{t("instructions.added")}</p>
      <ScrollBox as="pre" className="well" label={t("instructions.added")}>
        {added}
      </ScrollBox>
      {failure && (
        <p className="problem" role="alert">
          {failure.message}
        </p>
      )}
      <div className="dialog-foot">
        <Button variant="ghost" disabled={isUsual} onClick={() => setText(usual)}>
          {t("instructions.usual")}
        </Button>
        <span className="grow" />
        <Button onClick={onClose}>{t("dialog.cancel")}</Button>
        <Button variant="primary" disabled={busy} onClick={save}>
          {t("instructions.save")}
        </Button>
      </div>
    </div>
  );
}
