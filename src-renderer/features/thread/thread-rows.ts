import type { ApprovalRequest } from "../../../src-preload/model/approval.ts";
import type { HandOverState } from "../../../src-preload/model/hand-over.ts";
import type { Message, MessagePart } from "../../../src-preload/model/message.ts";
import type { PersonQuestion } from "../../../src-preload/model/question.ts";
import type { QueuedMessage } from "../../../src-preload/model/queued-message.ts";
import type { ToolCall } from "../../../src-preload/model/tool-call.ts";
import { isEnded, type Turn } from "../../../src-preload/model/turn.ts";
import {
  runningTurn,
  thinkingKey,
  type Thread,
  type ThreadNote,
  type ThinkingTime,
} from "../../state/thread.ts";

/** The space above a row: `message` between what different people said, `tight` within a group. */
export type Gap = "none" | "tight" | "part" | "message";

type RowContent =
  | { readonly kind: "user"; readonly message: Message }
  | { readonly kind: "byline"; readonly at: number }
  | {
      readonly kind: "reasoning";
      readonly text: string;
      readonly live: boolean;
      readonly time: ThinkingTime | undefined;
    }
  | { readonly kind: "text"; readonly text: string; readonly live: boolean }
  | { readonly kind: "call"; readonly call: ToolCall }
  | {
      readonly kind: "approval";
      readonly approval: ApprovalRequest;
      /** How many requests wait, this one included. */
      readonly waiting: number;
    }
  | { readonly kind: "question"; readonly question: PersonQuestion }
  | { readonly kind: "summary"; readonly text: string }
  | { readonly kind: "queued"; readonly queued: QueuedMessage }
  | { readonly kind: "working" }
  | { readonly kind: "hand-over"; readonly handOver: HandOverState }
  | { readonly kind: "turn-end"; readonly turn: Turn; readonly isLast: boolean }
  | { readonly kind: "note"; readonly note: ThreadNote };

/** One row of the thread. Rows are small, so that a long answer is drawn only where it is seen. */
export type ThreadRow = RowContent & { readonly key: string; readonly gap: Gap };

/** The thread as rows, in order. Pure. */
export function threadRows(thread: Thread): readonly ThreadRow[] {
  const messages = thread.messages.flatMap((message, index) => [
    ...messageRows(thread, message, thread.messages[index - 1]),
    ...summaryRows(thread, message),
    ...endRows(thread, message, thread.messages[index + 1]),
    ...noteRows(thread, message.id),
  ]);
  const [first, ...rest] = [
    ...noteRows(thread, null),
    ...messages,
    ...(isWaitingForModel(thread) ? [workingRow] : []),
    ...handOverRows(thread),
    ...thread.queued.map(queuedRow),
  ];
  return first ? [{ ...first, gap: "none" }, ...rest] : [];
}

const workingRow: ThreadRow = { kind: "working", key: "working", gap: "part" };

/** Behind the last message that it stands for; one that a later summary took in is told no more. */
function summaryRows({ summaries }: Thread, message: Message): readonly ThreadRow[] {
  const last = summaries.at(-1);
  if (last?.through !== message.sequence) return [];
  return [{ kind: "summary", text: last.text, key: `summary/${last.id}`, gap: "message" }];
}

function queuedRow(queued: QueuedMessage): ThreadRow {
  return { kind: "queued", queued, key: `queued/${queued.id}`, gap: "message" };
}

/** Where the model has asked for it, its question says so already. */
function handOverRows({ summary: { handOver }, questions }: Thread): readonly ThreadRow[] {
  if (questions.some(({ aboutPage }) => aboutPage)) return [];
  return handOver ? [{ kind: "hand-over", handOver, key: "hand-over", gap: "part" }] : [];
}

function messageRows(
  thread: Thread,
  message: Message,
  earlier: Message | undefined,
): readonly ThreadRow[] {
  if (message.role === "user") return [{ kind: "user", message, key: message.id, gap: "message" }];
  const parts = message.parts.flatMap((_part, index) => partRow(thread, message, index));
  const continues = earlier?.role === "assistant" && earlier.turnId === message.turnId;
  if (parts.length === 0 || continues) return parts;
  const byline: ThreadRow = {
    kind: "byline",
    at: message.createdAt,
    key: `${message.id}/byline`,
    gap: "message",
  };
  const [first, ...rest] = parts;
  return first ? [byline, { ...first, gap: "tight" }, ...rest] : [byline];
}

function partRow(thread: Thread, message: Message, index: number): readonly ThreadRow[] {
  const part = message.parts[index];
  if (!part || isBlank(part)) return [];
  const key = `${message.id}/${index}`;
  const live = isLive(thread, message, index);
  const after = message.parts[index - 1]?.type;
  switch (part.type) {
    case "text":
      return [
        { kind: "text", text: part.text, live, key, gap: after === "reasoning" ? "tight" : "part" },
      ];
    case "reasoning": {
      const time = thread.thinking[thinkingKey(message.id, index)];
      return [{ kind: "reasoning", text: part.text, live, time, key, gap: "part" }];
    }
    case "tool-call":
      return callRow(thread, part.callId, after === "tool-call" ? "tight" : "part");
  }
}

/** A call is its card; the one that the person has to answer first is the request instead. */
function callRow(thread: Thread, callId: string, gap: Gap): readonly ThreadRow[] {
  const call = thread.toolCalls[callId];
  if (!call) return [];
  const question = thread.questions.find((asked) => asked.callId === callId);
  if (question) return [{ kind: "question", question, key: callId, gap }];
  const [approval] = thread.approvals;
  if (approval?.callId === callId) {
    const waiting = thread.approvals.length;
    return [{ kind: "approval", approval, waiting, key: callId, gap }];
  }
  return [{ kind: "call", call, key: callId, gap }];
}

/** How a turn ended, after its last message; nothing is said of one that ended as it should. */
function endRows(
  thread: Thread,
  message: Message,
  later: Message | undefined,
): readonly ThreadRow[] {
  if (later?.turnId === message.turnId) return [];
  const turn = thread.turns.find(({ id }) => id === message.turnId);
  if (!turn || !isEnded(turn.state) || turn.state === "finished") return [];
  const isLast = thread.turns.at(-1) === turn;
  return [{ kind: "turn-end", turn, isLast, key: `${turn.id}/end`, gap: "part" }];
}

function noteRows({ notes }: Thread, after: string | null): readonly ThreadRow[] {
  return notes
    .filter((note) => note.after === after)
    .map((note) => ({ kind: "note", note, key: note.id, gap: "part" }));
}

/** True while a turn runs and nothing in sight shows it. */
function isWaitingForModel(thread: Thread): boolean {
  const turn = runningTurn(thread);
  if (turn?.state !== "streaming") return false;
  const last = thread.messages.at(-1);
  return last?.role !== "assistant" || last.turnId !== turn.id || last.parts.every(isBlank);
}

function isLive(thread: Thread, message: Message, index: number): boolean {
  const isLastPart = index === message.parts.length - 1;
  return isLastPart && !message.complete && runningTurn(thread)?.id === message.turnId;
}

function isBlank(part: MessagePart): boolean {
  return part.type !== "tool-call" && part.text.trim() === "";
}
