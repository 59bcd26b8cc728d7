import { z } from "zod";
import { ContentBlock, ModelBlock } from "./content.ts";
import { Failure } from "./failure.ts";
import { Page } from "./page.ts";

export const ToolCallState = z.enum([
  /** The model is still writing the arguments. */
  "writing",
  /** Behind another call of the same step. */
  "queued",
  "awaiting-approval",
  "running",
  "done",
  "failed",
  "timed-out",
  "denied",
  "stopped",
  "skipped",
  /** The app ended while it ran; it is never repeated by itself (D2). */
  "outcome-unknown",
]);
export type ToolCallState = z.infer<typeof ToolCallState>;

/** A file that a server wrote into the conversation's workspace. */
export const WrittenFile = z
  .object({
    name: z.string(),
    /** From the workspace, with `/` between its parts. */
    path: z.string(),
    bytes: z.number(),
  })
  .readonly();
export type WrittenFile = z.infer<typeof WrittenFile>;

export const ToolResult = z
  .object({
    isError: z.boolean(),
    /** As the server sent it. */
    content: z.array(ContentBlock).readonly(),
    /** As the model got it. */
    model: z.array(ModelBlock).readonly(),
    /** What it left as files for the person, as downloads and PDFs; absent for none. */
    files: z.array(WrittenFile).readonly().optional(),
    /** Of a text that was too long for the model, all of it, as a file; absent where the model got all. */
    fullText: z
      .object({
        /** SHA-256 of its bytes, lower-case hex. */
        file: z.string(),
        bytes: z.number(),
      })
      .readonly()
      .optional(),
    /** What was odd about it, for the person; it was delivered all the same. Absent for nothing. */
    notes: z.array(z.string()).readonly().optional(),
  })
  .readonly();
export type ToolResult = z.infer<typeof ToolResult>;

export const ToolCall = z
  .object({
    id: z.string(),
    /** The provider's id of the call, unique within one answer at most; sent back with the result. */
    wireId: z.string(),
    conversationId: z.string(),
    turnId: z.string(),
    messageId: z.string(),
    /** Configured name of the server; null when no server offers such a tool. */
    server: z.string().nullable(),
    /** The server's own name of the tool. */
    tool: z.string(),
    /** The name that the model saw. */
    name: z.string(),
    arguments: z.record(z.string(), z.unknown()).readonly(),
    /** What has been written of the arguments so far; only in the state `writing`. */
    argumentsText: z.string().nullable(),
    state: ToolCallState,
    /** The page that the call worked on: the one after it when it is done, else the one before. */
    page: Page.nullable(),
    /** The server's last progress message. */
    progress: z.string().nullable(),
    /** Milliseconds since 1970; null until the server was asked. */
    startedAt: z.number().nullable(),
    finishedAt: z.number().nullable(),
    result: ToolResult.nullable(),
    /** Why there is no result of the server's. */
    failure: Failure.nullable(),
  })
  .readonly();
export type ToolCall = z.infer<typeof ToolCall>;

/** States after which a call never changes again. */
export function isSettled(state: ToolCallState): boolean {
  return !["writing", "queued", "awaiting-approval", "running"].includes(state);
}
