import { useTranslation } from "react-i18next";
import type { ServerSecret } from "../../../src-preload/model/server-entry.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { useRequest } from "../../state/use-request.ts";
import { useWindowState } from "../../state/window-state-context.tsx";

interface DeleteSecretDialogProps {
  readonly secret: ServerSecret;
  /** Told what is left. */
  readonly onDeleted: (secrets: readonly ServerSecret[]) => void;
  readonly onClose: () => void;
}

/** Says which servers lose it before it goes. */
export function DeleteSecretDialog({ secret, onDeleted, onClose }: DeleteSecretDialogProps) {
  const { t } = useTranslation();
  const { client } = useWindowState();
  const { run, busy, failure } = useRequest();
  const { name, usedBy } = secret;
  const remove = (): void =>
    void run(
      () => client.deleteServerSecret({ name }),
      (secrets) => {
        onClose();
        onDeleted(secrets);
      },
    );
  return (
    <Dialog open title={t("serverSecrets.deleteTitle", { name })} onClose={onClose}>
      <p className="muted">
        {usedBy.length > 0
          ? t("serverSecrets.deleteUsed", { servers: usedBy.join(", ") })
          : t("serverSecrets.deleteWhat")}
      </p>
      {failure && (
        <p className="problem" role="alert">
          {failure.message}
        </p>
      )}
      <div className="dialog-foot">
        <Button onClick={onClose}>{t("dialog.cancel")}</Button>
        <Button variant="danger" disabled={busy} onClick={remove}>
          {t("serverSecrets.delete")}
        </Button>
      </div>
    </Dialog>
  );
}
