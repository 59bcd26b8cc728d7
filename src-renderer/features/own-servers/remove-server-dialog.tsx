import { useTranslation } from "react-i18next";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { visibleText } from "../../components/visible-text.ts";
import { useRequest } from "../../state/use-request.ts";
import { useWindowState } from "../../state/window-state-context.tsx";

interface RemoveServerDialogProps {
  readonly name: string;
  readonly onClose: () => void;
}

/** Says what goes before it goes. */
export function RemoveServerDialog({ name, onClose }: RemoveServerDialogProps) {
  const { t } = useTranslation();
  const { client, ownServers } = useWindowState();
  const { run, busy, failure } = useRequest();
  const remove = (): void =>
    void run(
      () => client.removeServer({ name }),
      (list) => {
        onClose();
        ownServers.take(list);
      },
    );
  const title = t("ownServers.removeTitle", { name: visibleText(name) });
  return (
    <Dialog open title={title} onClose={onClose}>
      <p className="muted">{t("ownServers.removeWhat")}</p>
      {failure && (
        <p className="problem" role="alert">
          {failure.message}
        </p>
      )}
      <div className="dialog-foot">
        <Button onClick={onClose}>{t("dialog.cancel")}</Button>
        <Button variant="danger" disabled={busy} onClick={remove}>
          {t("ownServers.removeDo")}
        </Button>
      </div>
    </Dialog>
  );
}
