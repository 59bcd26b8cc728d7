import { z } from "zod";
import { ApprovalRequest } from "./approval.ts";
import { HandOverState } from "./hand-over.ts";
import { Message } from "./message.ts";
import { ContextSummary, WindowMeter } from "./model-view.ts";
import { PersonQuestion } from "./question.ts";
import { QueuedMessage } from "./queued-message.ts";
import { ServerStatus } from "./server.ts";
import { ToolCall } from "./tool-call.ts";
import { Turn } from "./turn.ts";

export const Activity = z.enum([
  "quiet",
  "running",
  "waiting",
  /** The browser is with the person, or on its way. */
  "with-you",
  "failed",
  "interrupted",
]);
export type Activity = z.infer<typeof Activity>;

export const ConversationSummary = z
  .object({
    id: z.string(),
    title: z.string(),
    createdAt: z.number(),
    updatedAt: z.number(),
    /** The model connection that answers; null when none was chosen. */
    modelId: z.string().nullable(),
    /** Whether the browser works without a window. */
    headless: z.boolean(),
    /** Null while the agent has the browser. */
    handOver: HandOverState.nullable(),
    activity: Activity,
    /** The beginning of the last text in it. */
    preview: z.string(),
    /** The call that waits for the person, when `activity` is `waiting`. */
    waitingFor: z
      .object({ tool: z.string(), arguments: z.record(z.string(), z.unknown()).readonly() })
      .readonly()
      .nullable(),
    /** Tool calls of the running turn so far. */
    stepsSoFar: z.number().int(),
    unread: z.boolean(),
  })
  .readonly();
export type ConversationSummary = z.infer<typeof ConversationSummary>;

/** All that the window needs to show one conversation; events bring what changes after it. */
export const ConversationSnapshot = z
  .object({
    summary: ConversationSummary,
    /** In order. */
    messages: z.array(Message).readonly(),
    toolCalls: z.array(ToolCall).readonly(),
    /** In order. */
    turns: z.array(Turn).readonly(),
    /** In the order of their writing; what the last one stands for is sent to the model by it alone. */
    summaries: z.array(ContextSummary).readonly(),
    /** Null until the model was asked in this run. */
    window: WindowMeter.nullable(),
    /** In the order in which they go in. */
    queued: z.array(QueuedMessage).readonly(),
    /** In the order in which they are to be answered. */
    approvals: z.array(ApprovalRequest).readonly(),
    /** What the model asks of the person, in the order of asking. */
    questions: z.array(PersonQuestion).readonly(),
    servers: z.array(ServerStatus).readonly(),
  })
  .readonly();
export type ConversationSnapshot = z.infer<typeof ConversationSnapshot>;
