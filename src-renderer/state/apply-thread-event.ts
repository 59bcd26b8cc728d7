import type { AppEvent } from "../../src-preload/contract/events.ts";
import type { Message, MessagePart } from "../../src-preload/model/message.ts";
import type { ServerStatus } from "../../src-preload/model/server.ts";
import { thinkingKey, type Thread } from "./thread.ts";

type Delta = Extract<AppEvent, { type: "message-delta" }>;

/** The conversation that an event is about; null for what concerns the whole app. */
export function conversationOf(event: AppEvent): string | null {
  switch (event.type) {
    case "conversation-changed":
      return event.summary.id;
    case "message-changed":
      return event.message.conversationId;
    case "tool-call-changed":
      return event.toolCall.conversationId;
    case "turn-changed":
      return event.turn.conversationId;
    case "approval-requested":
      return event.approval.conversationId;
    case "question-asked":
      return event.question.conversationId;
    case "server-changed":
      return event.server.conversationId;
    case "summary-added":
      return event.summary.conversationId;
    case "conversation-reloaded":
    case "conversation-deleted":
    case "message-delta":
    case "window-changed":
    case "queue-changed":
    case "approval-settled":
    case "server-removed":
    case "question-settled":
    case "notice":
      return event.conversationId;
    case "server-list-changed":
    case "settings-changed":
    case "runtime-changed":
    case "records-changed":
      return null;
  }
}

/**
 * The thread after one event of its conversation. Pure; `now` (milliseconds since 1970) is only
 * used to tell how long the model thought.
 */
export function applyThreadEvent(thread: Thread, event: AppEvent, now: number): Thread {
  switch (event.type) {
    case "conversation-changed":
      return { ...thread, summary: event.summary };
    case "message-changed":
      return { ...thread, messages: withMessage(thread.messages, event.message) };
    case "message-delta":
      return withDelta(thread, event, now);
    case "tool-call-changed":
      return {
        ...thread,
        toolCalls: { ...thread.toolCalls, [event.toolCall.id]: event.toolCall },
      };
    case "turn-changed":
      return { ...thread, turns: withItem(thread.turns, event.turn) };
    case "summary-added":
      return { ...thread, summaries: withItem(thread.summaries, event.summary) };
    case "window-changed":
      return { ...thread, window: event.window };
    case "queue-changed":
      return { ...thread, queued: event.queued };
    case "approval-requested":
      return { ...thread, approvals: withItem(thread.approvals, event.approval) };
    case "approval-settled":
      return { ...thread, approvals: without(thread.approvals, event.approvalId) };
    case "question-asked":
      return { ...thread, questions: withItem(thread.questions, event.question) };
    case "question-settled":
      return { ...thread, questions: without(thread.questions, event.questionId) };
    case "server-changed":
      return { ...thread, servers: withServer(thread.servers, event.server) };
    case "server-removed":
      return { ...thread, servers: thread.servers.filter(({ name }) => name !== event.name) };
    case "conversation-reloaded":
    case "conversation-deleted":
    case "server-list-changed":
    case "settings-changed":
    case "runtime-changed":
    case "records-changed":
    case "notice":
      return thread;
  }
}

function withItem<T extends { readonly id: string }>(
  items: readonly T[],
  changed: T,
): readonly T[] {
  const known = items.some(({ id }) => id === changed.id);
  return known
    ? items.map((item) => (item.id === changed.id ? changed : item))
    : [...items, changed];
}

function withMessage(messages: readonly Message[], changed: Message): readonly Message[] {
  const last = messages.at(-1);
  const all = withItem(messages, changed);
  if (!last || last.sequence <= changed.sequence) return all;
  return all.toSorted((one, other) => one.sequence - other.sequence);
}

function without<T extends { readonly id: string }>(
  items: readonly T[],
  gone: string,
): readonly T[] {
  return items.filter(({ id }) => id !== gone);
}

function withServer(
  servers: readonly ServerStatus[],
  changed: ServerStatus,
): readonly ServerStatus[] {
  const known = servers.some(({ name }) => name === changed.name);
  if (!known) return [...servers, changed];
  return servers.map((server) => (server.name === changed.name ? changed : server));
}

function withDelta(thread: Thread, delta: Delta, now: number): Thread {
  const message = thread.messages.findLast(({ id }) => id === delta.messageId);
  const parts = message && grownParts(message.parts, delta);
  // A delta that does not fit is left out: the message comes whole when it is complete.
  if (!message || !parts) return thread;
  const grown = { ...thread, messages: withMessage(thread.messages, { ...message, parts }) };
  return delta.kind === "reasoning" ? withThinking(grown, delta, now) : grown;
}

function grownParts(parts: readonly MessagePart[], delta: Delta): readonly MessagePart[] | null {
  const part = parts[delta.part];
  if (part === undefined) {
    const isNext = delta.part === parts.length;
    return isNext ? [...parts, { type: delta.kind, text: delta.delta }] : null;
  }
  if (part.type !== delta.kind) return null;
  return parts.with(delta.part, { ...part, text: part.text + delta.delta });
}

function withThinking(thread: Thread, delta: Delta, now: number): Thread {
  const key = thinkingKey(delta.messageId, delta.part);
  const from = thread.thinking[key]?.from ?? now;
  return { ...thread, thinking: { ...thread.thinking, [key]: { from, to: now } } };
}
