import { z } from "zod";

export const TextPart = z.object({ type: z.literal("text"), text: z.string() }).readonly();
export const ReasoningPart = z
  .object({
    type: z.literal("reasoning"),
    text: z.string(),
    /** What the provider wants back with it on the next request, for example a signature. */
    providerData: z.unknown().optional(),
  })
  .readonly();
export const ToolCallPart = z
  .object({ type: z.literal("tool-call"), callId: z.string() })
  .readonly();

export const MessagePart = z.discriminatedUnion("type", [TextPart, ReasoningPart, ToolCallPart]);
export type MessagePart = z.infer<typeof MessagePart>;

/** What the person wrote, or what the model answered in one step. */
export const Message = z
  .object({
    id: z.string(),
    conversationId: z.string(),
    turnId: z.string(),
    /** Order within the conversation, from 1. */
    sequence: z.number().int(),
    role: z.enum(["user", "assistant"]),
    createdAt: z.number(),
    parts: z.array(MessagePart).readonly(),
    /** False while it streams, and for ever when it was cut off. */
    complete: z.boolean(),
  })
  .readonly();
export type Message = z.infer<typeof Message>;
