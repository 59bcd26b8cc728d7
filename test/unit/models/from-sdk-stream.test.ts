import type { TextStreamPart, ToolSet } from "ai";
import { describe, expect, test } from "vitest";
import type { StepEvent } from "../../../src-main/agent/ports.ts";
import { toStepEvents } from "../../../src-main/models/from-sdk-stream.ts";
import { StreamEndedEarly } from "../../../src-main/models/model-errors.ts";

type Part = TextStreamPart<ToolSet>;
type FinishReason = Extract<Part, { type: "finish" }>["finishReason"];

async function eventsOf(...parts: readonly Part[]): Promise<readonly StepEvent[]> {
  const events: StepEvent[] = [];
  for await (const event of toStepEvents(streamOf(parts))) events.push(event);
  return events;
}

async function* streamOf(parts: readonly Part[]): AsyncGenerator<Part> {
  yield* await Promise.resolve(parts);
}

function finish(finishReason: FinishReason = "stop", inputTokens: number | null = 7): Part {
  return {
    type: "finish",
    finishReason,
    rawFinishReason: undefined,
    totalUsage: {
      inputTokens: inputTokens ?? undefined,
      inputTokenDetails: {
        noCacheTokens: undefined,
        cacheReadTokens: inputTokens === null ? undefined : 4,
        cacheWriteTokens: undefined,
      },
      outputTokens: 3,
      outputTokenDetails: { textTokens: undefined, reasoningTokens: undefined },
      totalTokens: undefined,
    },
  };
}

const text = (id: string, delta: string): Part => ({ type: "text-delta", id, text: delta });
const callStart = (id: string): Part => ({ type: "tool-input-start", id, toolName: "click" });
const callDelta = (id: string, delta: string): Part => ({ type: "tool-input-delta", id, delta });
const call = (id: string, input: unknown, invalid = false): Part => ({
  type: "tool-call",
  toolCallId: id,
  toolName: "click",
  input,
  dynamic: true,
  ...(invalid ? { invalid } : {}),
});
const end: StepEvent = {
  type: "step-end",
  reason: "stop",
  usage: { inputTokens: 7, outputTokens: 3, cachedInputTokens: 4 },
};

describe("text", () => {
  test("starts once and comes in its deltas", async () => {
    const events = await eventsOf(text("a", "Hel"), text("a", "lo"), finish());
    expect(events).toEqual([
      { type: "text-start" },
      { type: "text-delta", delta: "Hel" },
      { type: "text-delta", delta: "lo" },
      end,
    ]);
  });

  test("that stays empty is not there at all", async () => {
    const events = await eventsOf(
      { type: "text-start", id: "a" },
      text("a", ""),
      { type: "text-end", id: "a" },
      finish(),
    );
    expect(events).toEqual([end]);
  });

  test("that goes on after a tool call is a new part", async () => {
    const events = await eventsOf(text("a", "x"), callStart("c"), text("a", "y"), finish());
    expect(events.map((event) => event.type)).toEqual([
      "text-start",
      "text-delta",
      "tool-call-start",
      "text-start",
      "text-delta",
      "step-end",
    ]);
  });
});

describe("reasoning", () => {
  test("ends with the signature that came as a delta without text", async () => {
    const events = await eventsOf(
      { type: "reasoning-start", id: "r" },
      { type: "reasoning-delta", id: "r", text: "hm" },
      {
        type: "reasoning-delta",
        id: "r",
        text: "",
        providerMetadata: { anthropic: { signature: "S" } },
      },
      { type: "reasoning-end", id: "r" },
      finish(),
    );
    expect(events).toEqual([
      { type: "reasoning-start" },
      { type: "reasoning-delta", delta: "hm" },
      { type: "reasoning-end", providerData: { anthropic: { signature: "S" } } },
      end,
    ]);
  });

  test("without anything of the provider's has no such member", async () => {
    const events = await eventsOf(
      { type: "reasoning-start", id: "r" },
      { type: "reasoning-end", id: "r" },
      finish(),
    );
    expect(events[1]).toEqual({ type: "reasoning-end" });
  });
});

describe("a tool call", () => {
  test("comes with its deltas, and whole at the end of the answer", async () => {
    const events = await eventsOf(
      callStart("c"),
      callDelta("c", '{"a"'),
      callDelta("c", ":1}"),
      call("c", { a: 1 }),
      finish("tool-calls"),
    );
    expect(events).toEqual([
      { type: "tool-call-start", callId: "c", name: "click" },
      { type: "tool-call-delta", callId: "c", delta: '{"a"' },
      { type: "tool-call-delta", callId: "c", delta: ":1}" },
      {
        type: "tool-call",
        callId: "c",
        name: "click",
        arguments: { a: 1 },
        argumentsText: '{"a":1}',
      },
      { ...end, reason: "tool-calls" },
    ]);
  });

  test("that the SDK also reports as an error is told once", async () => {
    const events = await eventsOf(
      callStart("c"),
      call("c", { a: 1 }, true),
      {
        type: "tool-error",
        toolCallId: "c",
        toolName: "click",
        input: { a: 1 },
        error: "no such tool",
        dynamic: true,
      },
      call("c", { a: 1 }),
      finish("tool-calls"),
    );
    expect(events.filter((event) => event.type === "tool-call")).toHaveLength(1);
  });

  test("with broken JSON keeps its text and has no arguments", async () => {
    const events = await eventsOf(
      callStart("c"),
      callDelta("c", '{"a":'),
      call("c", '{"a":', true),
      finish("tool-calls"),
    );
    expect(events).toContainEqual({
      type: "tool-call",
      callId: "c",
      name: "click",
      arguments: null,
      argumentsText: '{"a":',
    });
  });

  test.each([
    ["[1]", [1]],
    ['"text"', "text"],
    ["null", null],
  ])("whose arguments are %s has none", async (written, input) => {
    const events = await eventsOf(
      callStart("c"),
      callDelta("c", written),
      call("c", input),
      finish(),
    );
    expect(events).toContainEqual(
      expect.objectContaining({ type: "tool-call", arguments: null, argumentsText: written }),
    );
  });

  test("of an unknown tool without arguments has none to be wrong", async () => {
    const events = await eventsOf(callStart("c"), call("c", "", true), finish());
    expect(events).toContainEqual(expect.objectContaining({ type: "tool-call", arguments: {} }));
  });

  test("that came in one piece has a start too, and the text of its arguments", async () => {
    const events = await eventsOf(call("c", { a: 1 }), finish());
    expect(events.slice(0, 2)).toEqual([
      { type: "tool-call-start", callId: "c", name: "click" },
      expect.objectContaining({ type: "tool-call", argumentsText: '{"a":1}' }),
    ]);
  });

  test("makes the answer one with tool calls although the server says `stop`", async () => {
    const events = await eventsOf(call("c", {}), finish("stop"));
    expect(events.at(-1)).toMatchObject({ type: "step-end", reason: "tool-calls" });
  });

  test("does not hide that the answer was cut off by the limit", async () => {
    const events = await eventsOf(call("c", {}), finish("length"));
    expect(events.at(-1)).toMatchObject({ type: "step-end", reason: "length" });
  });
});

describe("the end", () => {
  test("after an error is that error, although a finish follows it", async () => {
    const error = new Error("Overloaded");
    await expect(eventsOf(text("a", "x"), { type: "error", error }, finish())).rejects.toBe(error);
  });

  test("that an error takes away takes the calls with it", async () => {
    const events: StepEvent[] = [];
    const read = async () => {
      const parts = streamOf([call("c", {}), { type: "error", error: new Error("cut") }]);
      for await (const event of toStepEvents(parts)) events.push(event);
    };
    await expect(read()).rejects.toThrow("cut");
    expect(events.map((event) => event.type)).toEqual(["tool-call-start"]);
  });

  test("that never comes is an error", async () => {
    await expect(eventsOf(text("a", "x"))).rejects.toBeInstanceOf(StreamEndedEarly);
  });

  test("called interrupted is an error", async () => {
    await expect(eventsOf(finish("interrupted"))).rejects.toBeInstanceOf(StreamEndedEarly);
  });

  test("after an abort is quiet", async () => {
    const events = await eventsOf(text("a", "x"), { type: "abort" });
    expect(events.map((event) => event.type)).toEqual(["text-start", "text-delta"]);
  });

  test("counts tokens that the server did not tell as none", async () => {
    const events = await eventsOf(finish("content-filter", null));
    expect(events).toEqual([
      {
        type: "step-end",
        reason: "other",
        usage: { inputTokens: 0, outputTokens: 3, cachedInputTokens: 0 },
      },
    ]);
  });
});
