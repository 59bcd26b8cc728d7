import type { Message } from "../../../src-preload/model/message.ts";
import { isSettled, type ToolCall } from "../../../src-preload/model/tool-call.ts";
import { isEnded, type Turn } from "../../../src-preload/model/turn.ts";
import { newId } from "../../base/ids.ts";
import type { Store } from "../../store/store.ts";

export interface CopiedRecords {
  readonly turns: readonly Turn[];
  readonly messages: readonly Message[];
  readonly toolCalls: readonly ToolCall[];
}

/**
 * Saves records as those of another conversation. Ids are made anew: the conversation that they come
 * from may still be here. What has not ended there does not run here.
 */
export function saveCopies(store: Store, copied: CopiedRecords, conversationId: string): void {
  const ids = new Map<string, string>();
  const idOf = (old: string) => {
    const id = ids.get(old) ?? newId();
    ids.set(old, id);
    return id;
  };
  for (const turn of copied.turns) {
    const state = isEnded(turn.state) ? turn.state : "interrupted";
    store.turns.save({ ...turn, id: idOf(turn.id), conversationId, state });
  }
  for (const message of copied.messages) {
    const turnId = idOf(message.turnId);
    store.messages.save({ ...message, id: idOf(message.id), turnId, conversationId });
  }
  for (const call of copied.toolCalls) {
    const [turnId, messageId] = [idOf(call.turnId), idOf(call.messageId)];
    store.toolCalls.save({ ...settled(call), turnId, messageId, conversationId });
  }
}

function settled(call: ToolCall): ToolCall {
  if (isSettled(call.state)) return call;
  const state = call.startedAt === null ? "skipped" : "outcome-unknown";
  return { ...call, state, argumentsText: null };
}
