import { Globe, Lock } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApprovalAnswer, ApprovalRequest } from "../../../src-preload/model/approval.ts";
import { failureOf } from "../../bridge/bridge-error.ts";
import { ArgumentList } from "../../components/argument-list.tsx";
import { Card, CardHead } from "../../components/card.tsx";
import { Icon } from "../../components/icon.tsx";
import { PageAddress } from "../../components/page-address.tsx";
import { StateWord } from "../../components/state-word.tsx";
import { useNow } from "../../components/use-now.ts";
import { stopwatch } from "../../strings/format.ts";
import { useWindowState } from "../../state/window-state-context.tsx";
import { callLooks } from "../tool-call/call-look.ts";
import { placeOf } from "./place-of.ts";
import { describeCall } from "../tool-call/describe-call.ts";
import { BROWSER_SERVER } from "../servers/browser-server.ts";
import { pictureUrl } from "../screenshots/picture-url.ts";
import { ApprovalAnswers } from "./approval-answers.tsx";

/** How often the time that the turn has waited is renewed, in milliseconds. */
const TICK_MS = 1_000;

interface ApprovalCardProps {
  readonly approval: ApprovalRequest;
  /** How many requests wait, this one included. */
  readonly waiting: number;
}

/**
 * A call that stands still until the person answers (M30). All in it is text of the app or an
 * argument of the call, shown as what it is; nothing that the model wrote is drawn as markup.
 */
export function ApprovalCard({ approval, waiting }: ApprovalCardProps) {
  const { t } = useTranslation();
  const { answer, busy, problem } = useAnswer(approval);
  return (
    <Card className="ask" group={t("callState.awaiting-approval")}>
      <ApprovalHead requestedAt={approval.requestedAt} waiting={waiting} />
      <div className={approval.picture ? "ask-body" : "ask-body no-picture"}>
        {approval.picture && <PagePicture file={approval.picture} />}
        <div>
          <h2 className="question">{describeCall(t, approval, "todo")}</h2>
          <Place approval={approval} />
          <ArgumentList
            className="well exact"
            tool={{ label: t("approval.tool"), name: approval.tool }}
            arguments={approval.arguments}
          />
          <p className="t13 faint reason">{t(`approvalReason.${approval.reason}`)}</p>
        </div>
      </div>
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <ApprovalAnswers answers={approval.answers} busy={busy} onAnswer={answer} />
    </Card>
  );
}

function ApprovalHead(props: { readonly requestedAt: number; readonly waiting: number }) {
  const { t } = useTranslation();
  const now = useNow(TICK_MS);
  return (
    <CardHead>
      <StateWord look={callLooks["awaiting-approval"]} word={t("callState.awaiting-approval")} />
      <span className="t13 muted grow cut">
        {t("approval.waits", { time: stopwatch(now - props.requestedAt) })}
      </span>
      {props.waiting > 1 && (
        <span className="t13 warn num" title={t("approval.moreWait")}>
          {t("approval.nth", { count: props.waiting })}
        </span>
      )}
    </CardHead>
  );
}

/** The page as it looked last. */
function PagePicture({ file }: { readonly file: string }) {
  const { t } = useTranslation();
  const { view } = useWindowState();
  return (
    <button
      type="button"
      className="thumb"
      title={t("screenshot.enlarge")}
      onClick={() => view.setState({ enlarged: file })}
    >
      <img src={pictureUrl(file)} alt={t("approval.pageNow")} draggable={false} />
    </button>
  );
}

/** The site that the call would work on: the true one, whatever the page calls itself. */
function Place({ approval }: { readonly approval: ApprovalRequest }) {
  const { t } = useTranslation();
  const url = placeOf(approval);
  const isEncrypted = url?.startsWith("https:") ?? false;
  return (
    <p className="row t13 place">
      <Icon of={isEncrypted ? Lock : Globe} className="faint" />
      {url === null ? t("approval.noSite") : <PageAddress url={url} />}
      {approval.server !== BROWSER_SERVER && (
        <span className="faint cut">{t("approval.server", { name: approval.server })}</span>
      )}
    </p>
  );
}

function useAnswer(approval: ApprovalRequest) {
  const { client } = useWindowState();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const answer = (given: ApprovalAnswer): void => {
    setBusy(true);
    setProblem(null);
    client.answerApproval({ approvalId: approval.id, answer: given }).catch((error: unknown) => {
      setBusy(false);
      setProblem(failureOf(error).message);
    });
  };
  return { answer, busy, problem };
}
