import { CircleX, Hand, LoaderCircle, TriangleAlert, User } from "lucide-react";
import type { Activity, ConversationSummary } from "../../../src-preload/model/conversation.ts";
import type { StateLook } from "../../components/state-word.tsx";
import type { Words } from "../../strings/i18n.ts";
import { describeInside } from "../tool-call/describe-call.ts";

/** The sign of a browser that is with the person. */
export const withYouLook: StateLook = { icon: User, tone: "warn" };

/** Sign and colour of what a conversation does; a quiet one has none. */
export const activityLooks: Readonly<Record<Activity, StateLook | null>> = {
  quiet: null,
  running: { icon: LoaderCircle, tone: "accent", spin: true },
  waiting: { icon: Hand, tone: "warn" },
  "with-you": withYouLook,
  failed: { icon: CircleX, tone: "bad" },
  interrupted: { icon: TriangleAlert, tone: "warn" },
};

/** The second line of a conversation: what it does, else how it begins. */
export function conversationLine(t: Words, summary: ConversationSummary): string {
  switch (summary.activity) {
    case "running":
      return summary.stepsSoFar === 0
        ? t("conversation.running")
        : t("conversation.runningSteps", { count: summary.stepsSoFar });
    case "waiting":
      return summary.waitingFor === null
        ? t("conversation.waiting")
        : t("conversation.waitingFor", { what: describeInside(t, summary.waitingFor) });
    case "with-you":
      return t("conversation.withYou");
    case "failed":
      return t("conversation.failed");
    case "interrupted":
      return t("conversation.interrupted");
    case "quiet":
      return summary.preview || t("conversation.empty");
  }
}

const segmenter = new Intl.Segmenter();

/** Two letters for where there is no room for a title. */
export function initials(title: string): string {
  const letters = [...segmenter.segment(title.trim())];
  return letters
    .slice(0, 2)
    .map(({ segment }) => segment)
    .join("");
}
