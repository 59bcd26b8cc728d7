import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { HeldBackTool } from "../../../src-preload/model/catalogue.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { visibleText } from "../../components/visible-text.ts";
import { useRequest } from "../../state/use-request.ts";
import { useConversationId, useWindowState } from "../../state/window-state-context.tsx";
import { Difference } from "./tool-difference.tsx";

interface HeldBackDialogProps {
  readonly server: string;
  readonly heldBack: readonly HeldBackTool[];
  readonly onClose: () => void;
}

/**
 * What has changed in a server's tools, to be approved one by one or all at once (S42). What is shown stands
 * still while it is read: an approval is for exactly this, and main refuses it when the tool is another again.
 */
export function HeldBackDialog({ server, heldBack, onClose }: HeldBackDialogProps) {
  const { t } = useTranslation();
  const [seen, setSeen] = useState(heldBack);
  const { approve, busy, failure } = useApprove(server, (gone) => {
    const left = seen.filter((tool) => !gone.includes(tool));
    setSeen(left);
    if (left.length === 0) onClose();
  });
  return (
    <Dialog
      open
      shape="wide"
      title={t("heldBack.title", { name: visibleText(server) })}
      onClose={onClose}
    >
      <p className="muted">{t("heldBack.what")}</p>
      <div className="dialog-body" aria-busy={busy}>
        {seen.map((tool) => (
          <ChangedTool key={tool.tool} tool={tool} busy={busy} onApprove={() => approve([tool])} />
        ))}
      </div>
      {isOlder(seen, heldBack) && (
        <div className="row again">
          <p className="warn grow" role="alert">
            {t("heldBack.again")}
          </p>
          <Button small onClick={() => setSeen(heldBack)}>
            {t("heldBack.lookAgain")}
          </Button>
        </div>
      )}
      {failure && (
        <p className="problem" role="alert">
          {failure.message}
        </p>
      )}
      <div className="dialog-foot">
        <Button onClick={onClose}>{t("dialog.close")}</Button>
        {seen.length > 1 && (
          <Button disabled={busy} onClick={() => approve(seen)}>
            {t("heldBack.approveAll", { count: seen.length })}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function useApprove(server: string, onApproved: (tools: readonly HeldBackTool[]) => void) {
  const { client } = useWindowState();
  const conversationId = useConversationId();
  const { run, busy, failure } = useRequest();
  const approve = (tools: readonly HeldBackTool[]): void => {
    const seen = tools.map(({ tool, hash }) => ({ tool, hash }));
    void run(
      () => client.approveTools({ conversationId, server, tools: seen }),
      () => onApproved(tools),
    );
  };
  return { approve, busy, failure };
}

/** Whether a tool that is shown is held back in another version now. */
function isOlder(seen: readonly HeldBackTool[], now: readonly HeldBackTool[]): boolean {
  return seen.some(({ tool, hash }) => {
    const current = now.find((one) => one.tool === tool);
    return current !== undefined && current.hash !== hash;
  });
}

interface ChangedToolProps {
  readonly tool: HeldBackTool;
  readonly busy: boolean;
  readonly onApprove: () => void;
}

function ChangedTool({ tool: { tool, differences }, busy, onApprove }: ChangedToolProps) {
  const { t } = useTranslation();
  const name = visibleText(tool);
  return (
    <section className="card changed-tool" aria-label={name}>
      <div className="card-head">
        <h3 className="mono b cut grow" title={name}>
          {name}
        </h3>
        <span className="t13 faint num">
          {t("heldBack.changes", { count: differences.length })}
        </span>
        <Button
          small
          disabled={busy}
          aria-label={t("heldBack.approveTool", { name })}
          onClick={onApprove}
        >
          {t("heldBack.approve")}
        </Button>
      </div>
      <div className="card-part diffs">
        {differences.map((difference) => (
          <Difference key={difference.field} difference={difference} />
        ))}
      </div>
    </section>
  );
}
