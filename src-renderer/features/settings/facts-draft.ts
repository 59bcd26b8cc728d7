import type { ModelFactOverrides } from "../../../src-preload/model/model-facts.ts";

/** What was typed about a model; an empty text leaves it to the app. */
export interface FactsDraft {
  readonly contextTokens: string;
  readonly priceInput: string;
  readonly priceOutput: string;
  readonly vision: "known" | "yes" | "no";
  readonly tools: "known" | "yes" | "no";
}

export function draftOf(facts: ModelFactOverrides | undefined): FactsDraft {
  const text = (value: number | null | undefined) => (value == null ? "" : String(value));
  const answer = (value: boolean | null | undefined) =>
    value == null ? "known" : value ? "yes" : "no";
  return {
    contextTokens: text(facts?.contextTokens),
    priceInput: text(facts?.price?.input),
    priceOutput: text(facts?.price?.output),
    vision: answer(facts?.vision),
    tools: answer(facts?.tools),
  };
}

/** Null when a number is none. A price needs both of its halves. */
export function factsOf(draft: FactsDraft): ModelFactOverrides | null {
  const contextTokens = numberOf(draft.contextTokens);
  const [input, output] = [numberOf(draft.priceInput), numberOf(draft.priceOutput)];
  const isCount = contextTokens === null || (Number.isInteger(contextTokens) && contextTokens > 0);
  const isPrice = (input === null) === (output === null) && !isBad(input) && !isBad(output);
  if (!isCount || !isPrice) return null;
  return {
    ...(contextTokens === null ? {} : { contextTokens }),
    ...(draft.vision === "known" ? {} : { vision: draft.vision === "yes" }),
    ...(draft.tools === "known" ? {} : { tools: draft.tools === "yes" }),
    ...(input === null || output === null ? {} : { price: { input, output, cachedInput: null } }),
  };
}

function numberOf(text: string): number | null {
  return text.trim() === "" ? null : Number(text.trim().replace(",", "."));
}

function isBad(price: number | null): boolean {
  return price !== null && !(price >= 0 && Number.isFinite(price));
}
