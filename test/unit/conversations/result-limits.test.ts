import { describe, expect, it } from "vitest";
import { noFacts } from "../../../src-preload/model/model-facts.ts";
import { resultLimits } from "../../../src-main/conversations/result-limits.ts";
import { DEFAULT_TEXT_LIMITS } from "../../../src-main/mcp/result/cap-text.ts";

const withWindow = (contextTokens: number) => resultLimits({ ...noFacts, contextTokens });

describe("how much of one result a model gets (M21)", () => {
  it("is what every model gets where its window is large or not known", () => {
    expect(withWindow(200_000)).toEqual(DEFAULT_TEXT_LIMITS);
    expect(resultLimits(noFacts)).toEqual(DEFAULT_TEXT_LIMITS);
    expect(resultLimits(undefined)).toEqual(DEFAULT_TEXT_LIMITS);
  });

  it("is a fifth of a small window", () => {
    expect(withWindow(8_000).bytes).toBe(6_400);
  });
});
