import { ASK_PERSON_TOOL, isBuiltIn } from "../../src-preload/model/built-in.ts";
import type { Activity, ConversationSummary } from "../../src-preload/model/conversation.ts";
import type { HandOverState } from "../../src-preload/model/hand-over.ts";
import type { Message } from "../../src-preload/model/message.ts";
import type { ToolCall } from "../../src-preload/model/tool-call.ts";
import { reachedLimit, type Turn } from "../../src-preload/model/turn.ts";
import { assertNever } from "../base/assert-never.ts";
import type { ConversationRow } from "../store/tables/conversation-table.ts";

/** What a list row can show of a text, in characters. */
const PREVIEW_CHARS = 120;

/** A conversation as the list shows it; derived, never kept. */
export function summarise(
  row: ConversationRow,
  turns: readonly Turn[],
  messages: readonly Message[],
  calls: readonly ToolCall[],
  handOver: HandOverState | null = null,
): ConversationSummary {
  const turn = turns.at(-1);
  const ofTurn = calls.filter((call) => call.turnId === turn?.id);
  const waiting = ofTurn.find((call) => isWaiting(call));
  const { instructions: _shownWhenAskedFor, ...shown } = row;
  return {
    ...shown,
    handOver,
    activity: handOver ? "with-you" : activityOf(turn),
    preview: previewOf(messages),
    waitingFor: waiting ? { tool: waiting.tool, arguments: waiting.arguments } : null,
    stepsSoFar: ofTurn.length,
  };
}

function isWaiting(call: ToolCall): boolean {
  const asksPerson = call.name === ASK_PERSON_TOOL && isBuiltIn(call);
  return call.state === "awaiting-approval" || (asksPerson && call.state === "running");
}

function activityOf(turn: Turn | undefined): Activity {
  if (!turn) return "quiet";
  switch (turn.state) {
    case "finished":
    case "stopped":
      return "quiet";
    case "streaming":
    case "calling":
      return "running";
    case "awaiting-approval":
      return "waiting";
    case "failed":
      return reachedLimit(turn) ? "waiting" : "failed";
    case "interrupted":
      return "interrupted";
    default:
      return assertNever(turn.state);
  }
}

function previewOf(messages: readonly Message[]): string {
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const texts =
      messages[index]?.parts.map((part) => (part.type === "text" ? part.text : "")) ?? [];
    const text = texts.join(" ").trim();
    if (text !== "") return previewFrom(text);
  }
  return "";
}

/** The beginning of a text, on one line. */
export function previewFrom(text: string): string {
  return text.trim().split(/\s+/).join(" ").slice(0, PREVIEW_CHARS);
}
