import type { ConversationSummary } from "../../../src-preload/model/conversation.ts";
import { dayGroup, type DayGroup } from "../../strings/format.ts";

export interface ConversationGroup {
  readonly name: DayGroup;
  readonly conversations: readonly ConversationSummary[];
}

const order: readonly DayGroup[] = ["today", "yesterday", "lastWeek", "earlier"];

/** The conversations as the list shows them: by the day of their last change, the latest first. */
export function groupConversations(
  conversations: readonly ConversationSummary[],
  now: number,
): readonly ConversationGroup[] {
  const sorted = byLastChange(conversations);
  return order
    .map((name) => ({
      name,
      conversations: sorted.filter(({ updatedAt }) => dayGroup(updatedAt, now) === name),
    }))
    .filter((group) => group.conversations.length > 0);
}

export function byLastChange(
  conversations: readonly ConversationSummary[],
): readonly ConversationSummary[] {
  return conversations.toSorted((one, other) => other.updatedAt - one.updatedAt);
}

export interface ActivityCounts {
  readonly running: number;
  /** Those that stand still until the person answers. */
  readonly waiting: number;
}

export function countActivities(conversations: readonly ConversationSummary[]): ActivityCounts {
  const count = (activity: ConversationSummary["activity"]): number =>
    conversations.filter((summary) => summary.activity === activity).length;
  return { running: count("running"), waiting: count("waiting") + count("with-you") };
}

export function isActive(summary: ConversationSummary): boolean {
  return summary.activity === "running" || needsPerson(summary);
}

/** The conversation `by` places after the given one; the first or last one at the ends. */
export function neighbour(
  conversations: readonly ConversationSummary[],
  selectedId: string | null,
  by: 1 | -1,
): ConversationSummary | undefined {
  const sorted = byLastChange(conversations);
  const index = sorted.findIndex(({ id }) => id === selectedId);
  const next = Math.min(Math.max(index + by, 0), sorted.length - 1);
  return sorted[next];
}

/** The next conversation that waits for the person, going round from the given one. */
export function nextWaiting(
  conversations: readonly ConversationSummary[],
  selectedId: string | null,
): ConversationSummary | undefined {
  const sorted = byLastChange(conversations);
  const index = sorted.findIndex(({ id }) => id === selectedId);
  const round = [...sorted.slice(index + 1), ...sorted.slice(0, index + 1)];
  return round.find(needsPerson);
}

function needsPerson({ activity }: ConversationSummary): boolean {
  return activity === "waiting" || activity === "with-you";
}
