import { z } from "zod";
import { Failure } from "./failure.ts";

export const TurnState = z.enum([
  "streaming",
  "awaiting-approval",
  "calling",
  "finished",
  "stopped",
  "failed",
  /** The app ended while it ran. */
  "interrupted",
]);
export type TurnState = z.infer<typeof TurnState>;

export const Usage = z
  .object({
    inputTokens: z.number().int(),
    outputTokens: z.number().int(),
    /** Of the input, what the provider read from its cache. */
    cachedInputTokens: z.number().int(),
    /** Of the input, what it wrote into its cache; absent where none or where it does not tell. */
    cacheWriteTokens: z.number().int().optional(),
  })
  .readonly();
export type Usage = z.infer<typeof Usage>;

/** From a message of the person's to the answer that ends it. */
export const Turn = z
  .object({
    id: z.string(),
    conversationId: z.string(),
    state: TurnState,
    startedAt: z.number(),
    endedAt: z.number().nullable(),
    failure: Failure.nullable(),
    usage: Usage,
  })
  .readonly();
export type Turn = z.infer<typeof Turn>;

/** Turns that were asked in one place of a conversation, in the order in which they were. */
export const TurnVariants = z
  .object({
    turnIds: z.array(z.string()).readonly(),
    /** The one that is seen; null while the place itself is out of sight. */
    shown: z.string().nullable(),
  })
  .readonly();
export type TurnVariants = z.infer<typeof TurnVariants>;

export const noUsage: Usage = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 };

export function isEnded(state: TurnState): boolean {
  return ["finished", "stopped", "failed", "interrupted"].includes(state);
}

/** What a failure is called that only says: this is far enough without asking the person (S59). */
export const LIMIT_PREFIX = "limit-";

/** Whether a turn stands where it may go on as soon as the person lets it. */
export function reachedLimit({ state, failure }: Pick<Turn, "state" | "failure">): boolean {
  return state === "failed" && (failure?.code.startsWith(LIMIT_PREFIX) ?? false);
}
