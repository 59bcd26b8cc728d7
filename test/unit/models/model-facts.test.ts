import { expect, test } from "vitest";
import { modelFacts } from "../../../src-main/models/model-facts.ts";

const nothing = { contextTokens: null, vision: null, tools: null, price: null };

test.each([
  ["claude-sonnet-4-5", 200_000, 3],
  ["claude-sonnet-4-5-20250929", 200_000, 3],
  ["anthropic/claude-opus-4-5", 200_000, 5],
  ["claude-opus-4-1-20250805", 200_000, 15],
  ["gpt-5-mini-2025-08-07", 400_000, 0.25],
  ["models/gemini-2.5-flash-lite", 1_048_576, 0.1],
])("of %s the window and the price are known", (model, contextTokens, input) => {
  const facts = modelFacts({ provider: "openai-compatible", model });
  expect(facts).toMatchObject({ contextTokens, vision: true, tools: true, price: { input } });
});

test("of a model that nobody wrote down nothing is known", () => {
  expect(modelFacts({ provider: "openai-compatible", model: "meridian-2" })).toEqual(nothing);
  expect(modelFacts({ provider: "openai", model: "gpt-50" })).toEqual(nothing);
});

test("a model of Ollama's is not taken for the one of the same name elsewhere", () => {
  expect(modelFacts({ provider: "ollama", model: "gpt-5" })).toEqual(nothing);
});

test("a family that takes text alone is known to see nothing", () => {
  expect(modelFacts({ provider: "openai-compatible", model: "deepseek-chat" }).vision).toBe(false);
});

test("the person's word wins, figure by figure", () => {
  const facts = { contextTokens: 64_000, vision: false };
  expect(modelFacts({ provider: "anthropic", model: "claude-sonnet-4-5", facts })).toMatchObject({
    contextTokens: 64_000,
    vision: false,
    tools: true,
    price: { input: 3, output: 15 },
  });
});
