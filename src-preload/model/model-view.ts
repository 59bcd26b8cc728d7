import { z } from "zod";

/** What stands for the older part of a conversation in what the model is sent; the person keeps all of it (M31). */
export const ContextSummary = z
  .object({
    id: z.string(),
    conversationId: z.string(),
    /** The sequence number of the last message that it stands for. */
    through: z.number().int(),
    /** In the model's own words. */
    text: z.string(),
    createdAt: z.number(),
  })
  .readonly();
export type ContextSummary = z.infer<typeof ContextSummary>;

/** How much of its window the model has in use, and what was left out of it to save room. */
export const WindowMeter = z
  .object({
    usedTokens: z.number().int(),
    contextTokens: z.number().int(),
    /** US dollars that the conversation has cost so far; null where no price is known. */
    dollars: z.number().nullable(),
    /** Results of which pictures and snapshots are left out, or more than these. */
    shortenedResults: z.number().int(),
    /** Whether a summary stands in place of the older messages. */
    summarised: z.boolean(),
  })
  .readonly();
export type WindowMeter = z.infer<typeof WindowMeter>;
