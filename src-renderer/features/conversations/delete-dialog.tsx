import { useTranslation } from "react-i18next";
import type { ConversationSummary } from "../../../src-preload/model/conversation.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { useRequest } from "../../state/use-request.ts";
import { useWindowState } from "../../state/window-state-context.tsx";

interface DeleteDialogProps {
  readonly summary: ConversationSummary;
  readonly onClose: () => void;
}

/** Says what goes before anything goes (M32). */
export function DeleteDialog({ summary, onClose }: DeleteDialogProps) {
  const { t } = useTranslation();
  const { client } = useWindowState();
  const { run, busy, failure } = useRequest();
  const remove = (): void => {
    void run(() => client.deleteConversation({ conversationId: summary.id }), onClose);
  };

  return (
    <Dialog open title={t("conversation.deleteTitle", { title: summary.title })} onClose={onClose}>
      <p className="muted">{t("conversation.deleteWhat")}</p>
      <ul className="goes">
        <li>{t("conversation.goes.messages")}</li>
        <li>{t("conversation.goes.pictures")}</li>
        <li>{t("conversation.goes.workspace")}</li>
        <li>{t("conversation.goes.profile")}</li>
      </ul>
      {failure && (
        <p className="problem" role="alert">
          {failure.message}
        </p>
      )}
      <div className="dialog-foot">
        <Button onClick={onClose}>{t("dialog.cancel")}</Button>
        <Button variant="danger" disabled={busy} onClick={remove}>
          {t("conversation.delete")}
        </Button>
      </div>
    </Dialog>
  );
}
