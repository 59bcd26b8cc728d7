import { z } from "zod";
import { ApprovalRequest } from "../model/approval.ts";
import { ConversationSummary } from "../model/conversation.ts";
import { Message } from "../model/message.ts";
import { ServerList } from "../model/server-entry.ts";
import { ContextSummary, WindowMeter } from "../model/model-view.ts";
import { PersonQuestion } from "../model/question.ts";
import { QueuedMessage } from "../model/queued-message.ts";
import { RecordsStatus } from "../model/records.ts";
import { ServerStatus } from "../model/server.ts";
import { RuntimeStatus, Settings } from "../model/settings.ts";
import { ToolCall } from "../model/tool-call.ts";
import { Turn } from "../model/turn.ts";

/**
 * What changed. Events of a conversation are complete in themselves except `message-delta`,
 * and come in order; a snapshot that is read between two of them holds all that came before it.
 */
export const AppEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("conversation-changed"), summary: ConversationSummary }),
  /** Another part of it is shown now, by a variant of a turn: it is to be read anew. */
  z.object({ type: z.literal("conversation-reloaded"), conversationId: z.string() }),
  z.object({ type: z.literal("conversation-deleted"), conversationId: z.string() }),
  z.object({ type: z.literal("message-changed"), message: Message }),
  /** Text that is added to the end of one part of a message; the part is made if it is not there yet. */
  z.object({
    type: z.literal("message-delta"),
    conversationId: z.string(),
    messageId: z.string(),
    part: z.number().int(),
    kind: z.enum(["text", "reasoning"]),
    delta: z.string(),
  }),
  z.object({ type: z.literal("tool-call-changed"), toolCall: ToolCall }),
  z.object({ type: z.literal("turn-changed"), turn: Turn }),
  z.object({ type: z.literal("summary-added"), summary: ContextSummary }),
  z.object({ type: z.literal("window-changed"), conversationId: z.string(), window: WindowMeter }),
  /** All that waits in the conversation, in order. */
  z.object({
    type: z.literal("queue-changed"),
    conversationId: z.string(),
    queued: z.array(QueuedMessage).readonly(),
  }),
  z.object({ type: z.literal("approval-requested"), approval: ApprovalRequest }),
  z.object({
    type: z.literal("approval-settled"),
    conversationId: z.string(),
    approvalId: z.string(),
  }),
  z.object({ type: z.literal("question-asked"), question: PersonQuestion }),
  z.object({
    type: z.literal("question-settled"),
    conversationId: z.string(),
    questionId: z.string(),
  }),
  z.object({ type: z.literal("server-changed"), server: ServerStatus }),
  /** The conversation has no such server any more. */
  z.object({
    type: z.literal("server-removed"),
    conversationId: z.string(),
    name: z.string(),
  }),
  /** The person's own servers, after a change of their file. */
  z.object({ type: z.literal("server-list-changed"), servers: ServerList }),
  z.object({ type: z.literal("settings-changed"), settings: Settings }),
  z.object({ type: z.literal("runtime-changed"), runtime: RuntimeStatus }),
  /** The disk has begun to refuse what is to be saved, or takes it again (D6). */
  z.object({ type: z.literal("records-changed"), records: RecordsStatus }),
  /** A sentence for the person that belongs to no single thing. */
  z.object({
    type: z.literal("notice"),
    conversationId: z.string().nullable(),
    message: z.string(),
  }),
]);
export type AppEvent = z.infer<typeof AppEvent>;

/** Events cross in batches, one a frame at most. */
export const EVENTS_CHANNEL = "pilothouse:events";

export const requestChannel = (name: string): string => `pilothouse:request:${name}`;
