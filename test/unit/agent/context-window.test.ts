import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  fitWindow,
  KEPT_VIEWS,
  roomIn,
  type WindowInput,
} from "../../../src-main/agent/context-window.ts";
import { hasView, resultFile, shortened } from "../../../src-main/agent/shorten-result.ts";
import { pictureTokens, textTokens } from "../../../src-main/agent/token-estimate.ts";
import { buildTranscript } from "../../../src-main/agent/transcript.ts";
import type { ModelBlock, Picture } from "../../../src-preload/model/content.ts";
import type { Message } from "../../../src-preload/model/message.ts";
import type { ContextSummary } from "../../../src-preload/model/model-view.ts";
import type { ToolCall } from "../../../src-preload/model/tool-call.ts";
import { sampleCall, sampleMessage, samplePicture } from "../../fixtures/renderer-samples.ts";

const picture: Picture = samplePicture("a");
const words = (chars: number): ModelBlock => ({ type: "text", text: "word ".repeat(chars / 5) });
const snapshot = (lines: number): ModelBlock => ({
  type: "text",
  text: `### Page\n\`\`\`yaml\n${"- button [ref=e1]\n".repeat(lines)}\`\`\`\nDone`,
});

/** A question, then so many answers with one call each, whose results are these. */
function conversationOf(results: readonly (readonly ModelBlock[])[]) {
  const messages: Message[] = [
    sampleMessage({ id: "q", role: "user", sequence: 1, parts: [{ type: "text", text: "Go" }] }),
  ];
  const calls: ToolCall[] = [];
  for (const [index, model] of results.entries()) {
    const id = `call${index}`;
    calls.push(sampleCall({ id, wireId: id, result: { isError: false, content: [], model } }));
    const parts = [{ type: "tool-call", callId: id }] as const;
    messages.push(sampleMessage({ id: `m${index}`, sequence: index + 2, parts }));
  }
  return { messages, calls };
}

function inputOf(
  results: readonly (readonly ModelBlock[])[],
  change: Partial<WindowInput> = {},
): WindowInput {
  return {
    instructions: "Be brief.",
    tools: [],
    ...conversationOf(results),
    summary: null,
    shortened: new Map(),
    contextTokens: 10_000,
    correction: 1,
    ...change,
  };
}

const many = <T>(count: number, one: T): readonly T[] => Array.from({ length: count }, () => one);

describe("what the model is sent of a conversation (M31)", () => {
  it("is all of it while that fits", () => {
    const input = inputOf([[words(100)], [picture]]);
    const fitted = fitWindow(input);
    expect(fitted).toMatchObject({ toSummarise: null, isTooLarge: false });
    expect(fitted.calls).toEqual(input.calls);
    expect(fitted.messages).toEqual(input.messages);
  });

  it("loses its oldest pictures and snapshots first, and keeps the newest", () => {
    const views = [[picture], [snapshot(300)], [picture], [picture], [snapshot(300)], [picture]];
    const fitted = fitWindow(inputOf([...views, [words(2_000)]], { contextTokens: 9_000 }));
    expect(fitted.toSummarise).toBeNull();
    expect(new Set(fitted.shortened.values())).toEqual(new Set(["no-views"]));
    expect(fitted.calls.filter(hasView).map(({ id }) => id)).toEqual(["call3", "call4", "call5"]);
    expect(JSON.stringify(fitted.calls[1])).toContain("snapshot left out");
    expect(JSON.stringify(fitted.calls[1])).toContain("### Page");
    expect(JSON.stringify(fitted.calls[6])).not.toContain("left out");
  });

  it("then has a line with a link in place of old results", () => {
    const input = inputOf(many(12, [words(4_000)]));
    const fitted = fitWindow(input);
    expect(fitted.toSummarise).toBeNull();
    const [first] = fitted.calls;
    expect(first?.result?.model).toHaveLength(1);
    expect(JSON.stringify(first?.result?.model)).toContain(resultFile({ id: "call0" }));
    expect(fitted.calls.at(-1)).toEqual(input.calls.at(-1));
  });

  it("then wants the older messages summarised, the person's last one apart", () => {
    const { messages, calls } = conversationOf([]);
    const talk = Array.from({ length: 40 }, (_, index) =>
      sampleMessage({
        id: `t${index}`,
        sequence: index + 2,
        parts: [{ type: "text", text: "talk ".repeat(300) }],
      }),
    );
    const input = inputOf([], { messages: [...messages, ...talk], calls });
    const fitted = fitWindow(input);
    expect(fitted.toSummarise?.length).toBeGreaterThan(10);
    const summary = summaryThrough(fitted.toSummarise?.at(-1)?.sequence ?? 0);
    const after = fitWindow({ ...input, summary });
    expect(after).toMatchObject({ toSummarise: null, isTooLarge: false });
    expect(after.tokens).toBeLessThanOrEqual(roomIn(input.contextTokens));
    expect(after.messages.map(({ id }) => id).slice(0, 2)).toEqual(["s", "q"]);
  });

  it("has a single result that is too long cut, not the conversation ended", () => {
    const fitted = fitWindow(inputOf([[words(60_000)]]));
    expect(fitted).toMatchObject({ toSummarise: null, isTooLarge: false });
    expect(fitted.shortened.get("call0")).toBe("short");
  });

  it("says so when nothing more can go", () => {
    const instructions = "word ".repeat(20_000);
    expect(fitWindow(inputOf([[words(100)]], { instructions })).isTooLarge).toBe(true);
  });

  it("goes by what the provider counted, once it has", () => {
    const results = many(6, [words(4_000)]);
    expect(fitWindow(inputOf(results)).shortened.size).toBe(0);
    expect(fitWindow(inputOf(results, { correction: 2 })).shortened.size).toBeGreaterThan(0);
  });

  it("stays the same from step to step once something was left out, so that caches hold", () => {
    const results = many(12, [words(4_000)]);
    const first = fitWindow(inputOf(results));
    const next = fitWindow(inputOf([...results, [words(200)]], { shortened: first.shortened }));
    expect(next.shortened).toEqual(first.shortened);
    expect(next.calls.slice(0, 12)).toEqual(first.calls);
  });

  it("never asks for the same messages to be summarised twice", () => {
    const input = inputOf(many(40, [words(400)]), { contextTokens: 3_000 });
    const through: number[] = [];
    let summary: ContextSummary | null = null;
    for (;;) {
      const fitted = fitWindow({ ...input, summary });
      if (!fitted.toSummarise) break;
      const last = fitted.toSummarise.at(-1)?.sequence ?? 0;
      expect(last).toBeGreaterThan(through.at(-1) ?? 0);
      through.push(last);
      summary = summaryThrough(last);
    }
    expect(through.length).toBeLessThan(10);
  });
});

const block = fc.oneof(
  fc.constantFrom(picture, { ...picture, width: null }),
  fc.integer({ min: 0, max: 600 }).map((lines) => snapshot(lines)),
  fc.integer({ min: 0, max: 20_000 }).map((chars) => words(chars)),
);
const anyInput = fc
  .record({
    results: fc.array(fc.array(block, { maxLength: 3 }), { maxLength: 20 }),
    contextTokens: fc.integer({ min: 2_000, max: 60_000 }),
    correction: fc.constantFrom(0.6, 1, 1.7),
    through: fc.option(fc.integer({ min: 1, max: 8 })),
  })
  .map(({ results, through, ...rest }) => {
    const summary = through === null ? null : summaryThrough(through);
    return inputOf(results, { ...rest, summary });
  });

function summaryThrough(through: number): ContextSummary {
  return { id: "s", conversationId: "c1", through, text: "So far so good.", createdAt: 0 };
}

describe("any conversation in any window", () => {
  it("fits, or it is said what has to happen", () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const { tokens, toSummarise, isTooLarge } = fitWindow(input);
        const fits = tokens <= roomIn(input.contextTokens) + 1;
        expect(fits || toSummarise !== null || isTooLarge).toBe(true);
        expect(isTooLarge && fits).toBe(false);
      }),
    );
  });

  it("keeps each call with its result, and begins with the person (B12.8)", () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const { messages, calls } = fitWindow(input);
        const transcript = buildTranscript(messages, calls);
        expect(transcript[0]?.role).toBe("user");
        expect(JSON.stringify(transcript[0])).toContain("Go");
        for (const [index, entry] of transcript.entries()) {
          if (entry.role !== "assistant") continue;
          const asked = entry.parts.map((part) => (part.type === "tool-call" ? part.callId : ""));
          const next = transcript[index + 1];
          expect(next?.role === "tool" && next.results.map(({ callId }) => callId)).toEqual(asked);
        }
      }),
    );
  });

  it("takes nothing back that was left out, and touches no record", () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const before = structuredClone(input.calls);
        const first = fitWindow(input);
        const second = fitWindow({ ...input, shortened: first.shortened });
        for (const id of first.shortened.keys()) expect(second.shortened.has(id)).toBe(true);
        expect(input.calls).toEqual(before);
      }),
    );
  });

  it("keeps the newest views whole while leaving out views is enough", () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const { shortened: left, calls } = fitWindow(input);
        if ([...left.values()].some((detail) => detail !== "no-views")) return;
        const views = input.calls.filter(
          (call) => hasView(call) && calls.some(({ id }) => id === call.id),
        );
        for (const { id } of views.slice(-KEPT_VIEWS)) expect(left.has(id)).toBe(false);
      }),
    );
  });
});

describe("the estimate of tokens", () => {
  it("goes by a picture's size on the screen, never by its bytes", () => {
    expect(pictureTokens({ ...picture, bytes: 1 })).toBe(
      pictureTokens({ ...picture, bytes: 9_000_000 }),
    );
    expect(pictureTokens({ ...picture, width: 300, height: 250 })).toBe(100);
    expect(pictureTokens({ ...picture, width: 8_000, height: 8_000 })).toBe(1_600);
  });

  it("counts any writing by its bytes", () => {
    expect(textTokens("")).toBe(0);
    expect(textTokens("日本語")).toBeGreaterThanOrEqual(2);
  });

  it("leaves a short result as it is rather than put a line in its place", () => {
    const [call] = conversationOf([[words(50)]]).calls;
    expect(call && shortened(call, "line")).toEqual(call);
  });
});
