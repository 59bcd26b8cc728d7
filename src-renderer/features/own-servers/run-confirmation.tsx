import { useTranslation } from "react-i18next";
import type { ServerDraft } from "../../../src-preload/model/server-entry.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { ScrollBox } from "../../components/scroll-box.tsx";
import { visibleText } from "../../components/visible-text.ts";
import { WhatRuns } from "./what-runs.tsx";

interface RunConfirmationProps {
  readonly name: string;
  readonly isNew: boolean;
  readonly draft: ServerDraft;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/**
 * Asked before an entry is saved by which another program may run than before (S39). Nothing is written, and so
 * nothing can run, before the person says so here.
 */
export function RunConfirmation(props: RunConfirmationProps) {
  const { name, isNew, draft, busy, onConfirm, onClose } = props;
  const { t } = useTranslation();
  const shown = visibleText(name);
  const title = isNew
    ? t("runConfirmation.titleNew", { name: shown })
    : t("runConfirmation.titleChanged", { name: shown });
  const variables = Object.entries(draft.env).map(([variable, { kind }]) => ({
    name: variable,
    isTakenAway: kind === "removed",
  }));
  return (
    <Dialog open shape="wide" title={title} onClose={onClose}>
      <p className="warn">{t("runConfirmation.danger")}</p>
      <ScrollBox as="section" className="dialog-body" label={t("runConfirmation.whatRuns")}>
        <WhatRuns {...draft} variables={variables} />
      </ScrollBox>
      <p className="t13 muted after-body">
        {t(draft.enabled ? "runConfirmation.whenOn" : "runConfirmation.whenOff")}
      </p>
      <div className="dialog-foot">
        <Button onClick={onClose}>{t("dialog.cancel")}</Button>
        <Button variant="danger" disabled={busy} onClick={onConfirm}>
          {t(draft.enabled ? "runConfirmation.save" : "runConfirmation.saveOff")}
        </Button>
      </div>
    </Dialog>
  );
}
