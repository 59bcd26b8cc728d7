import { describe, expect, it } from "vitest";
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

describe("the transcript that the model is sent", () => {
  it.each(ToolCallState.options)("has a result for a call that is %s", (state) => {
    const entries = buildTranscript([message([{ type: "tool-call", callId: "x" }])], [call(state)]);
    expect(entries).toHaveLength(2);
    expect(entries[1]).toMatchObject({ role: "tool", results: [{ callId: "w", isError: true }] });
  });

  it("leaves out a call of which nothing was saved before a crash", () => {
    const parts = [
      { type: "text", text: "I begin" },
      { type: "tool-call", callId: "gone" },
    ] as const;
    expect(buildTranscript([message(parts, false)], [])).toEqual([
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
    expect(buildTranscript([message(parts)], [])).toMatchObject([
      { parts: [marked, { text: "so" }] },
    ]);
    expect(buildTranscript([message(parts, false)], [])).toMatchObject([
      { parts: [{ text: "so" }] },
    ]);
  });

  it("ends no answer with reasoning, which providers refuse", () => {
    const marked = { type: "reasoning", text: "hm", providerData: { signature: "s" } } as const;
    const text = { type: "text", text: "so" } as const;
    expect(buildTranscript([message([marked])], [])).toEqual([]);
    expect(buildTranscript([message([marked, { type: "text", text: " " }])], [])).toEqual([]);
    expect(buildTranscript([message([marked, text, marked])], [])).toMatchObject([
      { parts: [marked, text] },
    ]);
    // The call was lost in a crash, and the reasoning before it stands alone.
    const lost = { type: "tool-call", callId: "gone" } as const;
    expect(buildTranscript([message([marked, lost])], [])).toEqual([]);
  });

  it("has no empty answer in it, which providers refuse", () => {
    expect(buildTranscript([message([]), message([{ type: "text", text: " \n" }])], [])).toEqual(
      [],
    );
  });
});
