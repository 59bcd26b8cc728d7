import { z } from "zod";
import { MAX_MESSAGE_CHARS } from "../contract/limits.ts";

/** What the model asks of the person; its turn waits without a limit. */
export const PersonQuestion = z
  .object({
    id: z.string(),
    conversationId: z.string(),
    callId: z.string(),
    /** In the model's own words: to be quoted, and named as the model's. */
    reason: z.string(),
    /** Answers that the model offers, in its own words; none where anything may be answered. */
    choices: z.array(z.string()).readonly(),
    /** Whether it is about the page, so that the browser goes to the person meanwhile. */
    aboutPage: z.boolean(),
    askedAt: z.number(),
  })
  .readonly();
export type PersonQuestion = z.infer<typeof PersonQuestion>;

export const QuestionAnswer = z.discriminatedUnion("kind", [
  /** It is done. */
  z.object({ kind: z.literal("continue") }),
  z.object({ kind: z.literal("skip") }),
  z.object({ kind: z.literal("answer"), text: z.string().min(1).max(MAX_MESSAGE_CHARS) }),
]);
export type QuestionAnswer = z.infer<typeof QuestionAnswer>;
