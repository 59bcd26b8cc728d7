import type { Usage } from "../../src-preload/model/turn.ts";
import type { ModelLimits, ModelPrice } from "./ports.ts";

export type { ModelLimits, ModelPrice };

/** Of a model that nobody knows more about: what most models since 2024 take at the least. */
export const usualModelLimits: ModelLimits = { contextTokens: 128_000, pricePerMillion: null };

const MILLION = 1_000_000;

/** What so much use costs, in US dollars. */
export function costOf(usage: Usage, price: ModelPrice): number {
  const cached = Math.min(usage.cachedInputTokens, usage.inputTokens);
  const dollars =
    (usage.inputTokens - cached) * price.input +
    cached * price.cachedInput +
    usage.outputTokens * price.output;
  return dollars / MILLION;
}
