import type { ModelFacts } from "../../src-preload/model/model-facts.ts";

/**
 * Where the figures come from, and of when they are. They are written down by hand from what the
 * providers publish about their models and prices, and none was asked of a provider; a person can
 * put their own in their place in the settings, which always win.
 */
export const MODEL_DATA_SOURCE = {
  from: "the providers' public pages about their models and prices",
  asOf: "2025-11",
} as const;

/** Window in tokens, then dollars for a million tokens of input, of output, and of cached input. */
type Row = readonly [contextTokens: number, input: number, output: number, cached: number];

/** By the beginning of the model's name; the longest that fits counts. All of these take pictures and call tools. */
const ROWS: Readonly<Record<string, Row>> = {
  "claude-opus-4-5": [200_000, 5, 25, 0.5],
  "claude-opus-4": [200_000, 15, 75, 1.5],
  "claude-sonnet-4": [200_000, 3, 15, 0.3],
  "claude-3-7-sonnet": [200_000, 3, 15, 0.3],
  "claude-haiku-4-5": [200_000, 1, 5, 0.1],
  "claude-3-5-haiku": [200_000, 0.8, 4, 0.08],
  "gpt-5.1": [400_000, 1.25, 10, 0.125],
  "gpt-5": [400_000, 1.25, 10, 0.125],
  "gpt-5-mini": [400_000, 0.25, 2, 0.025],
  "gpt-5-nano": [400_000, 0.05, 0.4, 0.005],
  "gpt-4.1": [1_047_576, 2, 8, 0.5],
  "gpt-4.1-mini": [1_047_576, 0.4, 1.6, 0.1],
  "gpt-4.1-nano": [1_047_576, 0.1, 0.4, 0.025],
  "gpt-4o": [128_000, 2.5, 10, 1.25],
  "gpt-4o-mini": [128_000, 0.15, 0.6, 0.075],
  o3: [200_000, 2, 8, 0.5],
  "o4-mini": [200_000, 1.1, 4.4, 0.275],
  "gemini-3-pro": [1_048_576, 2, 12, 0.2],
  "gemini-2.5-pro": [1_048_576, 1.25, 10, 0.125],
  "gemini-2.5-flash": [1_048_576, 0.3, 2.5, 0.03],
  "gemini-2.5-flash-lite": [1_048_576, 0.1, 0.4, 0.01],
  "gemini-2.0-flash": [1_048_576, 0.1, 0.4, 0.025],
};

/** Families that are known to take text alone, whoever runs them. */
const WITHOUT_VISION = ["deepseek-", "claude-3-5-haiku", "o3-mini", "gpt-3.5", "qwen3-coder"];

/** What is written down of the model; null for each figure that is not. */
export function writtenFacts(model: string): ModelFacts {
  // Brokers put the maker before the name, and Google itself `models/`.
  const name = model.toLowerCase().split("/").at(-1) ?? "";
  const row = rowOf(name);
  const isBlind = WITHOUT_VISION.some((family) => name.startsWith(family));
  if (row === null) {
    return { contextTokens: null, vision: isBlind ? false : null, tools: null, price: null };
  }
  const [contextTokens, input, output, cachedInput] = row;
  return {
    contextTokens,
    vision: !isBlind,
    tools: true,
    price: { input, output, cachedInput },
  };
}

function rowOf(name: string): Row | null {
  const fitting = Object.keys(ROWS).filter(
    (begin) => name === begin || name.startsWith(`${begin}-`),
  );
  const longest = fitting.toSorted((a, b) => b.length - a.length)[0];
  return longest === undefined ? null : (ROWS[longest] ?? null);
}
