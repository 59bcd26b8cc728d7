import type { AppEvent } from "../../src-preload/contract/events.ts";

/**
 * Fewer events that say the same: text that was added piece by piece is added at once, and of what
 * is told whole only the last state is. The order of different things stays.
 */
export function coalesce(events: readonly AppEvent[]): readonly AppEvent[] {
  const result: AppEvent[] = [];
  for (const event of events) {
    const last = result.at(-1);
    const merged = last ? merge(last, event) : null;
    if (merged) result[result.length - 1] = merged;
    else result.push(event);
  }
  return result;
}

/** One event in place of two; null when both have to be told. */
function merge(last: AppEvent, event: AppEvent): AppEvent | null {
  if (last.type === "message-delta" && event.type === "message-delta") {
    const { messageId, part, kind } = last;
    const continues = messageId === event.messageId && part === event.part && kind === event.kind;
    return continues ? { ...event, delta: last.delta + event.delta } : null;
  }
  return replaces(last, event) ? event : null;
}

function replaces(last: AppEvent, event: AppEvent): boolean {
  const key = keyOf(event);
  return key !== null && key === keyOf(last);
}

/** What an event tells the whole state of; null when it tells a change. */
function keyOf(event: AppEvent): string | null {
  switch (event.type) {
    case "conversation-changed":
      return `conversation ${event.summary.id}`;
    case "tool-call-changed":
      return `call ${event.toolCall.id}`;
    case "message-changed":
      return `message ${event.message.id}`;
    case "window-changed":
      return `window ${event.conversationId}`;
    case "queue-changed":
      return `queue ${event.conversationId}`;
    case "turn-changed":
      return `turn ${event.turn.id}`;
    case "server-changed":
      return `server ${event.server.conversationId} ${event.server.name}`;
    default:
      return null;
  }
}
