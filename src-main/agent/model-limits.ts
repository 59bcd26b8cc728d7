import type { ModelFacts, ModelPrice } from "../../src-preload/model/model-facts.ts";
import type { Usage } from "../../src-preload/model/turn.ts";

export type { ModelPrice };

/** What a turn has to keep to. */
export interface ModelLimits {
  /** What request and answer may have together, in tokens. */
  readonly contextTokens: number;
  /** Null where nobody knows it. */
  readonly pricePerMillion: ModelPrice | null;
}

/** The window of a model that nobody knows more about, in tokens: what most since 2024 take at the least. */
const USUAL_CONTEXT_TOKENS = 128_000;

const MILLION = 1_000_000;

/** The limits by what is known of the model. */
export function limitsOf(facts: ModelFacts | undefined): ModelLimits {
  return {
    contextTokens: facts?.contextTokens ?? USUAL_CONTEXT_TOKENS,
    pricePerMillion: facts?.price ?? null,
  };
}

/** What so much use costs, in US dollars. Where the cache has no price of its own, it costs as all else. */
export function costOf(usage: Usage, price: ModelPrice): number {
  const cached = Math.min(usage.cachedInputTokens, usage.inputTokens);
  const dollars =
    (usage.inputTokens - cached) * price.input +
    cached * (price.cachedInput ?? price.input) +
    usage.outputTokens * price.output;
  return dollars / MILLION;
}
