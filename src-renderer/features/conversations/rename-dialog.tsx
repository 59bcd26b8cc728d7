import { useState, type SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import type { ConversationSummary } from "../../../src-preload/model/conversation.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Field } from "../../components/field.tsx";
import { useRequest } from "../../state/use-request.ts";
import { useWindowState } from "../../state/window-state-context.tsx";

interface RenameDialogProps {
  readonly summary: ConversationSummary;
  readonly onClose: () => void;
}

export function RenameDialog({ summary, onClose }: RenameDialogProps) {
  const { t } = useTranslation();
  const { client } = useWindowState();
  const [title, setTitle] = useState(summary.title);
  const { run, busy, failure } = useRequest();

  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const input = { conversationId: summary.id, title: title.trim() };
    void run(() => client.renameConversation(input), onClose);
  };

  return (
    <Dialog open title={t("conversation.renameTitle")} onClose={onClose}>
      <form onSubmit={submit}>
        <Field
          label={t("conversation.title")}
          value={title}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setTitle(event.target.value)}
        />
        {failure && (
          <p className="problem" role="alert">
            {failure.message}
          </p>
        )}
        <div className="dialog-foot">
          <Button onClick={onClose}>{t("dialog.cancel")}</Button>
          <Button type="submit" variant="primary" disabled={busy || title.trim() === ""}>
            {t("conversation.renameDo")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
