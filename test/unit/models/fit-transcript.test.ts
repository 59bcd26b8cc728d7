import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TranscriptEntry } from "../../../src-main/agent/ports.ts";
import type { RemoteProvider } from "../../../src-main/models/model-address.ts";
import { WireTools } from "../../../src-main/models/wire/fit-tools.ts";
import { fitTranscript, type FittedEntry } from "../../../src-main/models/wire/fit-transcript.ts";
import { wireRules } from "../../../src-main/models/wire/wire-rules.ts";

function fitted(
  transcript: readonly TranscriptEntry[],
  provider: RemoteProvider = "anthropic",
): readonly FittedEntry[] {
  const rules = wireRules(provider);
  const author = `${provider}/model-1`;
  return fitTranscript(transcript, { rules, tools: new WireTools([], rules), author });
}

const question: TranscriptEntry = { role: "user", text: "Look" };

function calls(...ids: readonly string[]): TranscriptEntry {
  return {
    role: "assistant",
    parts: ids.map((callId) => ({ type: "tool-call", callId, name: "look", arguments: {} })),
  };
}

function results(...ids: readonly string[]): TranscriptEntry {
  return {
    role: "tool",
    results: ids.map((callId) => ({
      callId,
      name: "look",
      isError: false,
      content: [{ type: "text", text: callId }],
    })),
  };
}

function idsIn(entries: readonly FittedEntry[]): readonly string[] {
  return entries.flatMap((entry) =>
    entry.role === "assistant"
      ? entry.parts.flatMap((part) => (part.type === "tool-call" ? [part.callId] : []))
      : [],
  );
}

function resultsIn(entries: readonly FittedEntry[]): readonly (readonly [string, unknown])[] {
  return entries.flatMap((entry) =>
    entry.role === "tool" ? entry.results.map((one) => [one.callId, one.blocks] as const) : [],
  );
}

describe("ids of calls", () => {
  test("stay as they are where every provider takes them", () => {
    expect(idsIn(fitted([question, calls("toolu_01-A")]))).toEqual(["toolu_01-A"]);
  });

  test("of another provider's kind are replaced, with those of their results (B12.4)", () => {
    const odd = ["fc:1|rs_2", "x".repeat(64), "läuft", ""];
    const entries = fitted([question, calls(...odd), results(...odd)]);
    const ids = idsIn(entries);
    for (const id of ids) expect(id).toMatch(/^[a-z0-9]{9}$/);
    expect(new Set(ids).size).toBe(odd.length);
    expect(resultsIn(entries).map(([id]) => id)).toEqual(ids);
  });

  test("that an answer gives twice become two, each with its own result", () => {
    const answer = results("same", "same");
    const entries = fitted([question, calls("same", "same"), answer]);
    const [first, second] = idsIn(entries);
    expect(first).toBe("same");
    expect(second).not.toBe("same");
    expect(resultsIn(entries).map(([id]) => id)).toEqual([first, second]);
  });

  test("that two answers share are told apart, and stay the same as the conversation grows", () => {
    const before = [
      question,
      calls("call_1"),
      results("call_1"),
      calls("call_1"),
      results("call_1"),
    ];
    const ids = idsIn(fitted(before));
    expect(new Set(ids).size).toBe(2);
    expect(idsIn(fitted([...before, question, calls("other")])).slice(0, 2)).toEqual(ids);
  });

  test("are each there once and each answered, whatever they were", () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.string(), { minLength: 1 })), (answers) => {
        const transcript = answers.flatMap((ids) => [calls(...ids), results(...ids)]);
        const entries = fitted([question, ...transcript]);
        const ids = idsIn(entries);
        expect(new Set(ids).size).toBe(ids.length);
        expect(resultsIn(entries).map(([id]) => id)).toEqual(ids);
      }),
    );
  });

  test("without a call take their result with them", () => {
    expect(fitted([question, results("lost")])).toHaveLength(1);
  });
});

describe("nothing empty is sent (B12.6)", () => {
  test("no blank text of an answer, and no answer of nothing else", () => {
    const blank: TranscriptEntry = { role: "assistant", parts: [{ type: "text", text: " \n" }] };
    expect(fitted([question, blank])).toHaveLength(1);
  });

  test("no answer of reasoning alone", () => {
    const signed = { anthropic: { signature: "S" } };
    const thought: TranscriptEntry = {
      role: "assistant",
      parts: [{ type: "reasoning", text: "hm", providerData: signed }],
    };
    expect(fitted([question, thought])).toHaveLength(1);
  });

  test.each(["", "  \n"])("no result of %j", (text) => {
    const empty: TranscriptEntry = {
      role: "tool",
      results: [{ callId: "c", name: "look", isError: false, content: [{ type: "text", text }] }],
    };
    const [, blocks] = resultsIn(fitted([question, calls("c"), empty]))[0] ?? [];
    expect(blocks).toEqual([{ type: "text", text: "The tool returned nothing." }]);
  });

  test("no message of the person's", () => {
    expect(fitted([{ role: "user", text: " " }])).toEqual([
      { role: "user", blocks: [{ type: "text", text: "(no text)" }] },
    ]);
  });

  test("and no white space at the end of an answer that is the last", () => {
    const half: TranscriptEntry = { role: "assistant", parts: [{ type: "text", text: "And \n" }] };
    expect(fitted([question, half])[1]).toEqual({
      role: "assistant",
      parts: [{ type: "text", text: "And" }],
    });
  });
});

describe("reasoning (B12.11)", () => {
  const by = (author: string) => ({ some: { mark: "S" }, pilothouse: { author } });
  const thought = (providerData?: unknown): TranscriptEntry => ({
    role: "assistant",
    parts: [
      { type: "reasoning", text: "hm", ...(providerData === undefined ? {} : { providerData }) },
      { type: "text", text: "So." },
    ],
  });
  const goesBack = (
    provider: RemoteProvider,
    entry: TranscriptEntry,
    ...more: readonly TranscriptEntry[]
  ) => {
    const answer = fitted([question, entry, ...more], provider)[1];
    return answer?.role === "assistant" && answer.parts.some((part) => part.type === "reasoning");
  };

  test.each(["anthropic", "openai"] as const)("goes back to %s unchanged", (provider) => {
    const own = thought(by(`${provider}/model-1`));
    expect(fitted([question, own, question], provider)[1]).toEqual(own);
  });

  test.each([
    ["anthropic", "anthropic/model-2"],
    ["anthropic", "openai/model-1"],
    ["openai", "anthropic/model-1"],
    ["openai-compatible", "ollama/model-1"],
    ["google", "google/model-1"],
  ] as const)("does not go to %s when %s wrote it", (provider, author) => {
    expect(goesBack(provider, thought(by(author)))).toBe(false);
  });

  test("that was kept before authors were goes by the provider's own mark", () => {
    expect(goesBack("anthropic", thought({ anthropic: { signature: "S" } }))).toBe(true);
    expect(goesBack("openai", thought({ anthropic: { signature: "S" } }))).toBe(false);
    expect(goesBack("anthropic", thought())).toBe(false);
  });

  test.each(["openai-compatible", "ollama"] as const)("goes to %s in its own turn", (provider) => {
    const own = thought(by(`${provider}/model-1`));
    expect(goesBack(provider, own)).toBe(true);
    expect(goesBack(provider, own, question)).toBe(false);
    expect(goesBack(provider, thought())).toBe(true);
  });
});
