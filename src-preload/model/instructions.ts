import { z } from "zod";

/** Longest text that a person can give a model instead of the app's own, in characters. */
export const MAX_INSTRUCTIONS_CHARS = 20_000;

/** All that the model of a conversation is told about its work, in the order in which it is told. */
export const Instructions = z
  .object({
    /** The person's own words for this conversation; null where the app's hold. */
    own: z.string().nullable(),
    /** The app's words, which hold while there are none of the person's. */
    usual: z.string(),
    /** What is added in any case: rules, where and when it works, what servers want it to know. */
    added: z.string(),
  })
  .readonly();
export type Instructions = z.infer<typeof Instructions>;
