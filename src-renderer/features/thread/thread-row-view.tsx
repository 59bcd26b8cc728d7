import { memo } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../../components/icon.tsx";
import { LoaderCircle } from "lucide-react";
import type { ToolCall } from "../../../src-preload/model/tool-call.ts";
import { Answer } from "../../markdown/answer.tsx";
import { timeOfDay } from "../../strings/format.ts";
import { ApprovalCard } from "../approvals/approval-card.tsx";
import { WithYouCard } from "../hand-over/with-you-card.tsx";
import { picturesOfCall } from "../screenshots/pictures-of.ts";
import { QuestionCard } from "../questions/question-card.tsx";
import { WrittenFiles } from "../saved-files/written-files.tsx";
import { Screenshot } from "../screenshots/screenshot.tsx";
import { CallCard } from "../tool-call/call-card.tsx";
import { CommandNote } from "./command-note.tsx";
import { QueuedBubble } from "./queued-bubble.tsx";
import { Reasoning } from "./reasoning.tsx";
import { SummaryLine } from "./summary-line.tsx";
import type { ThreadRow } from "./thread-rows.ts";
import { TurnEnd } from "./turn-end.tsx";
import { UserMessage } from "./user-message.tsx";

export function ThreadRowView({ row }: { readonly row: ThreadRow }) {
  switch (row.kind) {
    case "user":
      return <UserMessage message={row.message} />;
    case "byline":
      return <Byline at={row.at} />;
    case "reasoning":
      return <Reasoning text={row.text} live={row.live} time={row.time} />;
    case "text":
      return <Answer text={row.text} live={row.live} />;
    case "call":
      return <CallRow call={row.call} />;
    case "approval":
      return <ApprovalCard key={row.approval.id} approval={row.approval} waiting={row.waiting} />;
    case "hand-over":
      return <WithYouCard handOver={row.handOver} />;
    case "question":
      return <QuestionCard key={row.question.id} question={row.question} />;
    case "summary":
      return <SummaryLine text={row.text} />;
    case "queued":
      return <QueuedBubble queued={row.queued} />;
    case "working":
      return <Working />;
    case "turn-end":
      return <TurnEnd turn={row.turn} isLast={row.isLast} />;
    case "note":
      return <CommandNote note={row.note} />;
  }
}

function Byline({ at }: { readonly at: number }) {
  const { t } = useTranslation();
  return (
    <p className="who">
      <b>{t("thread.answer")}</b>
      <span className="num">{timeOfDay(at)}</span>
    </p>
  );
}

const CallRow = memo(function CallRow({ call }: { readonly call: ToolCall }) {
  return (
    <>
      <CallCard call={call} />
      {picturesOfCall(call).map((picture, index) => (
        <Screenshot key={`${picture.file}/${index}`} picture={picture} call={call} />
      ))}
      <WrittenFiles files={call.result?.files ?? []} />
    </>
  );
});

function Working() {
  const { t } = useTranslation();
  return (
    <p className="state quiet">
      <Icon of={LoaderCircle} spin />
      {t("thread.working")}
    </p>
  );
}
