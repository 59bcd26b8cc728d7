import { useTranslation } from "react-i18next";
import { useThread } from "../../state/window-state-context.tsx";
import type { Thread } from "../../state/thread.ts";
import type { Words } from "../../strings/i18n.ts";
import { describeInside } from "../tool-call/describe-call.ts";

/** Tells screen readers what has changed, once a change. */
export function Announcer() {
  const { t } = useTranslation();
  const words = useThread((thread) => announcement(t, thread));
  return <output className="vh">{words}</output>;
}

function announcement(t: Words, thread: Thread): string {
  const [approval] = thread.approvals;
  if (approval) return t("conversation.waitingFor", { what: describeInside(t, approval) });
  const note = thread.notes.at(-1);
  if (note && note.after === (thread.messages.at(-1)?.id ?? null)) {
    return t("note.answerTo", { command: note.command });
  }
  const [question] = thread.questions;
  if (question) return t("question.announced", { reason: question.reason });
  const turn = thread.turns.at(-1);
  return turn ? t(`turnState.${turn.state}`) : "";
}
