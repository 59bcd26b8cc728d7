import type { ModelFacts } from "../../src-preload/model/model-facts.ts";
import { DEFAULT_TEXT_LIMITS, type TextLimits } from "../mcp/result/cap-text.ts";

/** One result may take this part of what the model sees: it has to see more than one (M21). */
const RESULT_SHARE = 0.2;

/** About so many bytes of text are one token. */
const BYTES_PER_TOKEN = 4;

/** How much of one result's text this model gets: never more than any does, less where its window is small. */
export function resultLimits(facts: ModelFacts | undefined): TextLimits {
  const tokens = facts?.contextTokens;
  if (tokens === null || tokens === undefined) return DEFAULT_TEXT_LIMITS;
  const bytes = Math.floor(tokens * RESULT_SHARE * BYTES_PER_TOKEN);
  return { ...DEFAULT_TEXT_LIMITS, bytes: Math.min(DEFAULT_TEXT_LIMITS.bytes, bytes) };
}
