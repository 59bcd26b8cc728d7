/** Tokens that stay free for the answer. */
const ANSWER_TOKENS = 4_096;

/** Smallest window asked for, in tokens: Ollama's own, at which it cuts prompts without a word (B12.9). */
const SMALLEST = 4_096;

/** Largest window asked of a model whose own is not known: more than that takes gigabytes of memory. */
const LARGEST_UNKNOWN = 32_768;

/**
 * The `num_ctx` for a request: room for it and its answer, in doubling steps, because Ollama loads
 * the model anew at each change. Never more than the model's own window, where that is known.
 */
export function contextWindow(neededTokens: number, ownTokens: number | null): number {
  const limit = ownTokens ?? LARGEST_UNKNOWN;
  let size = SMALLEST;
  while (size < neededTokens + ANSWER_TOKENS && size < limit) size *= 2;
  return Math.min(size, limit);
}

/** Below this part of what was sent, the model has not read it all. */
const FAR_BELOW = 0.4;

/** From here on a prompt is long enough for a comparison, in tokens. */
const COMPARABLE_TOKENS = 3_000;

/** Whether the server has read so much less than it was sent that it must have cut the front away. */
export function wasCut(readTokens: number, sentTokens: number): boolean {
  return sentTokens >= COMPARABLE_TOKENS && readTokens > 0 && readTokens < sentTokens * FAR_BELOW;
}
