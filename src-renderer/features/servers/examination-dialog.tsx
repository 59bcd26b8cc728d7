import {
  CircleCheck,
  CircleDashed,
  CircleX,
  LoaderCircle,
  RotateCw,
  type LucideIcon,
} from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Examination, ExaminationStep } from "../../../src-preload/model/examination.ts";
import { Button } from "../../components/button.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Icon } from "../../components/icon.tsx";
import { ScrollBox } from "../../components/scroll-box.tsx";
import { useRequest } from "../../state/use-request.ts";
import { useConversationId, useWindowState } from "../../state/window-state-context.tsx";
import { visibleText } from "../../components/visible-text.ts";

interface ExaminationDialogProps {
  readonly server: string;
  readonly onClose: () => void;
}

interface Examined {
  readonly examination: Examination;
  readonly report: string;
}

/** Starts the server once to see what is wrong with it, and shows how far it came. */
export function ExaminationDialog({ server, onClose }: ExaminationDialogProps) {
  const { t } = useTranslation();
  const { client } = useWindowState();
  const conversationId = useConversationId();
  const { run, busy, failure } = useRequest();
  const [examined, setExamined] = useState<Examined | null>(null);
  const target = { conversationId, server };

  const examine = (): void => {
    setExamined(null);
    void run(() => client.examineServer(target), setExamined);
  };
  useOnce(examine);
  const close = (): void => {
    // Nobody waits for it any more, and calls of the model would.
    if (busy) void client.stopServer(target);
    onClose();
  };

  return (
    <Dialog open title={t("doctor.title", { name: server })} onClose={close}>
      <div className="doctor" aria-busy={busy}>
        {busy && (
          <p className="state quiet">
            <Icon of={LoaderCircle} spin />
            {t("doctor.busy")}
          </p>
        )}
        {failure && (
          <p className="problem" role="alert">
            {failure.message}
          </p>
        )}
        {examined && <Findings {...examined} />}
      </div>
      <div className="dialog-foot">
        {examined && <CopyButton label={t("doctor.copy")} text={() => examined.report} />}
        <span className="grow" />
        <Button icon={RotateCw} disabled={busy} onClick={examine}>
          {t("doctor.again")}
        </Button>
        <Button onClick={close}>{busy ? t("doctor.stop") : t("dialog.close")}</Button>
      </div>
    </Dialog>
  );
}

/** An effect runs twice where React looks for faults; a server is started once. */
function useOnce(work: () => void): void {
  const isDone = useRef(false);
  const latest = useRef(work);
  useEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    latest.current();
  }, []);
}

function Findings({ examination }: Examined) {
  const { t } = useTranslation();
  const { works, cause, waysOut, steps, stderrTail } = examination;
  return (
    <>
      <h3 className="b">
        <output>{works ? t("doctor.works") : visibleText(cause)}</output>
      </h3>
      {waysOut.length > 0 && (
        <ol className="ways-out">
          {waysOut.map((way) => (
            <li key={way}>{visibleText(way)}</li>
          ))}
        </ol>
      )}
      <h4 className="t13 faint">{t("doctor.tried")}</h4>
      <ul className="card dx-list">
        {steps.map((step) => (
          <StepLine key={step.step} step={step} />
        ))}
      </ul>
      <WhatWasRun examination={examination} />
      {stderrTail.length > 0 && (
        <>
          <h4 className="t13 faint">{t("servers.stderr")}</h4>
          <ScrollBox as="pre" className="tail well" label={t("servers.stderr")}>
            {visibleText(stderrTail.join("\n"))}
          </ScrollBox>
          <p className="t13 faint">{t("doctor.secrets")}</p>
        </>
      )}
    </>
  );
}

const looks: Readonly<Record<ExaminationStep["outcome"], { icon: LucideIcon; tone: string }>> = {
  done: { icon: CircleCheck, tone: "ok" },
  failed: { icon: CircleX, tone: "bad" },
  "not-reached": { icon: CircleDashed, tone: "faint" },
};

function StepLine({ step: { step, outcome, detail, ms } }: { readonly step: ExaminationStep }) {
  const { t } = useTranslation();
  const { icon, tone } = looks[outcome];
  const words = outcome === "failed" ? t(`doctor.failedStep.${step}`) : t(`doctor.step.${step}`);
  return (
    <li className={`dx is-${outcome}`}>
      <Icon of={icon} className={tone} />
      <div className="grow">
        <p>{words}</p>
        <p className="t13 faint">
          {outcome === "not-reached" ? t("doctor.notReached") : visibleText(detail)}
        </p>
      </div>
      {ms !== null && <span className="t13 faint num">{t("doctor.ms", { ms })}</span>}
    </li>
  );
}

function WhatWasRun({ examination: { command } }: { readonly examination: Examination }) {
  const { t } = useTranslation();
  if (!command) return null;
  const { program, args, cwd, foundAt, searched } = command;
  const where = foundAt
    ? t("doctor.foundAt", { file: foundAt })
    : t("doctor.searched", { folders: searched.join(", ") });
  return (
    <>
      <h4 className="t13 faint">{t("doctor.run")}</h4>
      <ScrollBox as="pre" className="tail well" label={t("doctor.run")}>
        {visibleText([program, ...args].join(" "))}
      </ScrollBox>
      <p className="t13 faint">
        {visibleText(t("doctor.in", { folder: cwd }))} {visibleText(where)}
      </p>
    </>
  );
}
