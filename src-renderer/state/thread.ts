import type {
  ConversationSnapshot,
  ConversationSummary,
} from "../../src-preload/model/conversation.ts";
import type { ApprovalRequest } from "../../src-preload/model/approval.ts";
import type { Message } from "../../src-preload/model/message.ts";
import type { ContextSummary, WindowMeter } from "../../src-preload/model/model-view.ts";
import type { PersonQuestion } from "../../src-preload/model/question.ts";
import type { QueuedMessage } from "../../src-preload/model/queued-message.ts";
import type { ServerStatus } from "../../src-preload/model/server.ts";
import type { ToolCall } from "../../src-preload/model/tool-call.ts";
import { isEnded, type Turn } from "../../src-preload/model/turn.ts";

/** When the first and the last piece of a reasoning part arrived, in milliseconds since 1970. */
export interface ThinkingTime {
  readonly from: number;
  readonly to: number;
}

/** What the app answered to a command of the composer: for the person alone, and gone with the window. */
export interface ThreadNote {
  readonly id: string;
  readonly command: string;
  readonly text: string;
  /** Id of the last message before it; null at the beginning. */
  readonly after: string | null;
}

/** One open conversation as the window knows it. */
export interface Thread {
  readonly summary: ConversationSummary;
  /** In order. */
  readonly messages: readonly Message[];
  readonly toolCalls: Readonly<Record<string, ToolCall>>;
  readonly turns: readonly Turn[];
  /** In the order of their writing. */
  readonly summaries: readonly ContextSummary[];
  /** Null until the model was asked. */
  readonly window: WindowMeter | null;
  /** In the order in which they go in. */
  readonly queued: readonly QueuedMessage[];
  readonly approvals: readonly ApprovalRequest[];
  readonly questions: readonly PersonQuestion[];
  readonly servers: readonly ServerStatus[];
  /** By {@link thinkingKey}; only what arrived while the window watched. */
  readonly thinking: Readonly<Record<string, ThinkingTime>>;
  /** In order. */
  readonly notes: readonly ThreadNote[];
}

export function threadOf(snapshot: ConversationSnapshot): Thread {
  return {
    summary: snapshot.summary,
    messages: snapshot.messages,
    toolCalls: Object.fromEntries(snapshot.toolCalls.map((call) => [call.id, call])),
    turns: snapshot.turns,
    summaries: snapshot.summaries,
    window: snapshot.window,
    queued: snapshot.queued,
    approvals: snapshot.approvals,
    questions: snapshot.questions,
    servers: snapshot.servers,
    thinking: {},
    notes: [],
  };
}

export function thinkingKey(messageId: string, part: number): string {
  return `${messageId}/${part}`;
}

/** The turn that is under way, if one is. */
export function runningTurn(thread: Thread): Turn | undefined {
  const last = thread.turns.at(-1);
  return last && !isEnded(last.state) ? last : undefined;
}

/** The thread with what a command came to, below all that is in it now. */
export function withNote(thread: Thread, note: Pick<ThreadNote, "command" | "text">): Thread {
  const id = `note-${thread.notes.length + 1}`;
  const after = thread.messages.at(-1)?.id ?? null;
  return { ...thread, notes: [...thread.notes, { ...note, id, after }] };
}
