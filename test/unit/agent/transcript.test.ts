import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TranscriptEntry } from "../../../src-main/agent/ports.ts";
import { buildTranscript } from "../../../src-main/agent/transcript.ts";
import type { Message } from "../../../src-preload/model/message.ts";
import { ToolCallState, type ToolCall } from "../../../src-preload/model/tool-call.ts";

const message = (parts: Message["parts"], complete = true): Message => ({
  id: "m",
  conversationId: "c",
  turnId: "t",
  sequence: 1,
  role: "assistant",
  createdAt: 0,
  parts,
  complete,
});

const call = (state: ToolCallState): ToolCall => ({
  id: "x",
  wireId: "w",
  conversationId: "c",
  turnId: "t",
  messageId: "m",
  server: "s",
  tool: "act",
  name: "act",
  arguments: {},
  argumentsText: null,
  state,
  page: null,
  progress: null,
  startedAt: null,
  finishedAt: null,
  result: null,
  failure: null,
});

const asked: Message = { ...message([{ type: "text", text: "Go" }]), id: "q", role: "user" };

/** What is made of these, behind a question. */
const answers = (messages: readonly Message[], calls: readonly ToolCall[]) =>
  buildTranscript([asked, ...messages], calls).slice(1);

describe("the transcript that the model is sent", () => {
  it.each(ToolCallState.options)("has a result for a call that is %s", (state) => {
    const answer = message([{ type: "tool-call", callId: "x" }]);
    const entries = buildTranscript([asked, answer], [call(state)]);
    expect(entries).toHaveLength(3);
    expect(entries[2]).toMatchObject({ role: "tool", results: [{ callId: "w", isError: true }] });
  });

  it("leaves out a call of which nothing was saved before a crash", () => {
    const parts = [
      { type: "text", text: "I begin" },
      { type: "tool-call", callId: "gone" },
    ] as const;
    expect(answers([message(parts, false)], [])).toEqual([
      { role: "assistant", parts: [{ type: "text", text: "I begin" }] },
    ]);
  });

  it("gives reasoning back only when it is whole and has the provider's mark", () => {
    const marked = { type: "reasoning", text: "hm", providerData: { signature: "s" } } as const;
    const parts = [
      marked,
      { type: "reasoning", text: "unmarked" },
      { type: "text", text: "so" },
    ] as const;
    expect(answers([message(parts)], [])).toMatchObject([{ parts: [marked, { text: "so" }] }]);
    expect(answers([message(parts, false)], [])).toMatchObject([{ parts: [{ text: "so" }] }]);
  });

  it("ends no answer with reasoning, which providers refuse", () => {
    const marked = { type: "reasoning", text: "hm", providerData: { signature: "s" } } as const;
    const text = { type: "text", text: "so" } as const;
    expect(answers([message([marked])], [])).toEqual([]);
    expect(answers([message([marked, { type: "text", text: " " }])], [])).toEqual([]);
    expect(answers([message([marked, text, marked])], [])).toMatchObject([
      { parts: [marked, text] },
    ]);
    // The call was lost in a crash, and the reasoning before it stands alone.
    const lost = { type: "tool-call", callId: "gone" } as const;
    expect(answers([message([marked, lost])], [])).toEqual([]);
  });

  it("has no empty answer in it, which providers refuse", () => {
    expect(answers([message([]), message([{ type: "text", text: " \n" }])], [])).toEqual([]);
  });

  it("has the calls at the end of an answer, whatever the model wrote behind them (B12.4)", () => {
    const parts = [
      { type: "tool-call", callId: "x" },
      { type: "text", text: "and so" },
    ] as const;
    expect(answers([message(parts)], [call("done")])).toMatchObject([
      { parts: [{ text: "and so" }, { callId: "w" }] },
      { results: [{ callId: "w" }] },
    ]);
  });

  it("has one result where two calls of an answer have the same id", () => {
    const parts = [
      { type: "tool-call", callId: "x" },
      { type: "tool-call", callId: "y" },
    ] as const;
    const twins = [call("done"), { ...call("done"), id: "y" }];
    expect(answers([message(parts)], twins)).toMatchObject([
      { parts: [{ callId: "w" }] },
      { results: [{ callId: "w" }] },
    ]);
  });

  it("says that a tool told nothing, where its result is blank (B12.6)", () => {
    const model = [{ type: "text", text: " " }] as const;
    const silent = { ...call("done"), result: { isError: false, content: [], model } };
    const entries = answers([message([{ type: "tool-call", callId: "x" }])], [silent]);
    expect(entries[1]).toMatchObject({ results: [{ content: [{ text: "(no output)" }] }] });
  });

  it("makes one of two messages of the person's that stand together", () => {
    const second: Message = { ...asked, id: "q2", parts: [{ type: "text", text: "Or not" }] };
    expect(buildTranscript([asked, second], [])).toEqual([{ role: "user", text: "Go\n\nOr not" }]);
  });

  it("begins with the person, also when the beginning was lost", () => {
    const lost = message([{ type: "text", text: "as I said" }]);
    expect(buildTranscript([lost, asked], [])).toEqual([{ role: "user", text: "Go" }]);
  });

  it("is one that every provider takes, whatever the records hold", () => {
    fc.assert(
      fc.property(fc.array(anyMessage, { maxLength: 6 }), fc.array(anyCall), (messages, calls) => {
        expectTaken(buildTranscript(messages, calls));
      }),
    );
  });
});

const blankOrNot = fc.constantFrom("", " \n", "words");
const anyPart = fc.oneof(
  fc.record({ type: fc.constant("text" as const), text: blankOrNot }),
  fc.record({
    type: fc.constant("reasoning" as const),
    text: blankOrNot,
    providerData: fc.constantFrom(undefined, { signature: "s" }),
  }),
  fc.record({ type: fc.constant("tool-call" as const), callId: fc.constantFrom("a", "b", "c") }),
);
const anyMessage = fc
  .record({
    role: fc.constantFrom("user" as const, "assistant" as const),
    parts: fc.array(anyPart, { maxLength: 5 }),
    complete: fc.boolean(),
  })
  .map(({ role, parts, complete }): Message => ({ ...message(parts, complete), role }));
const anyCall = fc
  .record({
    id: fc.constantFrom("a", "b", "c"),
    wireId: fc.constantFrom("w1", "w2"),
    state: fc.constantFrom(...ToolCallState.options),
    text: fc.constantFrom(null, ...["", " ", "done"]),
  })
  .map(({ id, wireId, state, text }): ToolCall => {
    const model = text === null ? [] : [{ type: "text" as const, text }];
    return { ...call(state), id, wireId, result: { isError: false, content: [], model } };
  });

/** The rules of the strictest provider of each kind. */
function expectTaken(entries: readonly TranscriptEntry[]): void {
  if (entries.length > 0) expect(entries[0]?.role).toBe("user");
  for (const [index, entry] of entries.entries()) {
    const next = entries[index + 1];
    if (entry.role === "user") {
      expect(entry.text.trim()).not.toBe("");
      expect(next?.role).not.toBe("user");
    }
    if (entry.role === "tool") {
      expect(entries[index - 1]?.role).toBe("assistant");
      for (const { content } of entry.results) {
        expect(content.length).toBeGreaterThan(0);
        expect(content).not.toContainEqual({ type: "text", text: expect.stringMatching(/^\s*$/) });
      }
    }
    if (entry.role !== "assistant") continue;
    expect(entry.parts.length).toBeGreaterThan(0);
    expect(entry.parts.at(-1)?.type).not.toBe("reasoning");
    for (const part of entry.parts) if (part.type === "text") expect(part.text.trim()).not.toBe("");
    const asked = entry.parts.flatMap((part) => (part.type === "tool-call" ? [part.callId] : []));
    expect(new Set(asked).size).toBe(asked.length);
    const answered = next?.role === "tool" ? next.results.map(({ callId }) => callId) : [];
    expect(answered).toEqual(asked);
  }
}
