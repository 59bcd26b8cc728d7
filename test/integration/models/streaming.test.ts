import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { StepEvent } from "../../../src-main/agent/ports.ts";
import { ModelServer } from "../../fixtures/model-server/model-server.ts";
import {
  addressOf,
  callsComeWhole,
  callsIn,
  eventsOf,
  modelAt,
  providers,
  question,
  written,
} from "./models-under-test.ts";

let server: ModelServer;

beforeEach(async () => {
  server = await new ModelServer().start();
});

afterEach(() => server.close());

describe.each(providers)("an answer of %s", (provider) => {
  const model = () => modelAt(addressOf(server, provider), provider);

  test("streams its text in deltas and ends with the usage", async () => {
    const usage = { inputTokens: 50, outputTokens: 9, cachedInputTokens: 30 };
    server.enqueue({ text: "Good morning, captain 🚢", usage });
    const events = await eventsOf(model());
    expect(events[0]).toEqual({ type: "text-start" });
    expect(events.filter((event) => event.type === "text-delta").length).toBeGreaterThan(2);
    expect(written(events, "text-delta")).toBe("Good morning, captain 🚢");
    const told = provider === "ollama" ? { ...usage, cachedInputTokens: 0 } : usage;
    expect(events.at(-1)).toEqual({ type: "step-end", reason: "stop", usage: told });
  });

  test("streams its reasoning before its text", async () => {
    server.enqueue({ reasoning: "The button is blue.", text: "Done." });
    const events = await eventsOf(model());
    expect(written(events, "reasoning-delta")).toBe("The button is blue.");
    const kinds = events.map((event) => event.type);
    expect(kinds.indexOf("reasoning-end")).toBeLessThan(kinds.indexOf("text-start"));
  });

  test("streams the arguments of a call and ends with the call", async () => {
    server.enqueue({
      text: "I click.",
      toolCalls: [{ name: "browser_click", arguments: { target: "e12", element: "Send" } }],
    });
    const events = await eventsOf(model());
    const deltas = events.filter((event) => event.type === "tool-call-delta");
    expect(deltas.length).toBeGreaterThan(callsComeWhole(provider) ? 0 : 2);
    expect(written(events, "tool-call-delta")).toBe('{"target":"e12","element":"Send"}');
    expect(callsIn(events)).toEqual([
      expect.objectContaining({
        name: "browser_click",
        arguments: { target: "e12", element: "Send" },
        argumentsText: '{"target":"e12","element":"Send"}',
      }),
    ]);
    expect(events.at(-1)).toMatchObject({ type: "step-end", reason: "tool-calls" });
  });

  test("holds two calls in order, each with its own id and deltas", async () => {
    server.enqueue({
      toolCalls: [
        { name: "browser_click", arguments: { target: "e1" } },
        { name: "browser_click", arguments: { target: "e2" } },
      ],
    });
    const events = await eventsOf(model());
    const [first, second, ...more] = callsIn(events);
    expect(first).toMatchObject({ arguments: { target: "e1" } });
    expect(second).toMatchObject({ arguments: { target: "e2" } });
    expect(more).toEqual([]);
    expect(first?.callId).not.toBe(second?.callId);
    const ofSecond = events.filter((event) => "callId" in event && event.callId === second?.callId);
    expect(written(ofSecond, "tool-call-delta")).toBe('{"target":"e2"}');
  });

  // Gemini's arguments are a part of its own JSON, so they cannot be broken.
  test.skipIf(provider === "google")("keeps arguments that are no JSON as text", async () => {
    server.enqueue({ toolCalls: [{ name: "browser_click", argumentsText: '{"target": "e1' }] });
    expect(callsIn(await eventsOf(model()))).toEqual([
      expect.objectContaining({ arguments: null, argumentsText: '{"target": "e1' }),
    ]);
  });

  test("keeps the arguments of a tool that does not exist, in one event", async () => {
    server.enqueue({ toolCalls: [{ name: "fly", arguments: { to: "the moon" } }] });
    expect(callsIn(await eventsOf(model()))).toEqual([
      expect.objectContaining({ name: "fly", arguments: { to: "the moon" } }),
    ]);
  });

  test("takes no arguments at all for empty ones", async () => {
    server.enqueue({ toolCalls: [{ name: "browser_click", argumentsText: "" }] });
    expect(callsIn(await eventsOf(model()))).toEqual([
      expect.objectContaining({ name: "browser_click", arguments: {} }),
    ]);
  });

  test("says when it was cut off by the token limit", async () => {
    server.enqueue({ text: "And then", finish: "length" });
    const events = await eventsOf(model());
    expect(events.at(-1)).toMatchObject({ type: "step-end", reason: "length" });
  });

  test("ends quietly when it is stopped, and the server sees the connection close", async () => {
    server.enqueue({ text: "This would be long", gate: new Promise(() => {}) });
    const stop = new AbortController();
    const events: StepEvent[] = [];
    for await (const event of model().stream(question, stop.signal)) {
      events.push(event);
      if (event.type === "text-delta") stop.abort();
    }
    expect(events.map((event) => event.type)).toEqual(["text-start", "text-delta"]);
    const request = await server.waitForRequest();
    expect(await request.outcome).toBe("hung-up");
  });

  test("that nobody reads on is closed", async () => {
    server.enqueue({ text: "This would be long", gate: new Promise(() => {}) });
    for await (const event of model().stream(question, new AbortController().signal)) {
      if (event.type === "text-delta") break;
    }
    const request = await server.waitForRequest();
    expect(await request.outcome).toBe("hung-up");
  });

  test("is not even asked for after a stop", async () => {
    expect(await eventsOf(model(), question, AbortSignal.abort())).toEqual([]);
    expect(server.requests).toEqual([]);
  });

  test("may depend on what was asked", async () => {
    server.enqueue(({ body: { messages, input, contents } }) => {
      const entries = (messages ?? input ?? contents) as readonly unknown[];
      return { text: `You sent ${entries.length} messages.` };
    });
    expect(written(await eventsOf(model()), "text-delta")).toMatch(/^You sent [12] messages\.$/);
  });
});

test("an answer of Anthropic's keeps the signature of its reasoning", async () => {
  server.enqueue({ reasoning: "Hm.", text: "Done." });
  const events = await eventsOf(modelAt(server.anthropicUrl, "anthropic"));
  expect(events).toContainEqual({
    type: "reasoning-end",
    providerData: {
      anthropic: { signature: "signature of Hm." },
      pilothouse: { author: "anthropic/model-1" },
    },
  });
});

describe("a chat-completions server that streams in its own way", () => {
  const chunk = (delta: object, finish_reason: string | null = null) =>
    JSON.stringify({
      id: "c",
      created: 1,
      model: "m",
      choices: [{ index: 0, delta, finish_reason }],
    });

  /** Sends the bytes one by one, as a slow network may. */
  async function answering(text: string): Promise<readonly StepEvent[]> {
    const odd = createServer((_request, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const byte of Buffer.from(text)) response.write(Uint8Array.of(byte));
      response.end();
    });
    await new Promise<void>((resolve) => odd.listen(0, "127.0.0.1", resolve));
    try {
      const { port } = odd.address() as AddressInfo;
      return await eventsOf(modelAt(`http://127.0.0.1:${port}/v1`, "openai-compatible"));
    } finally {
      odd.closeAllConnections();
      odd.close();
    }
  }

  test("loses no character to comments, line ends and cuts (B12.10)", async () => {
    const first = chunk({ role: "assistant", content: "é🎉 A" });
    const text = `: ping\n\ndata: ${first}\n\ndata:${chunk({ content: "B" }, "stop")}\r\n\r\n`;
    expect(written(await answering(text), "text-delta")).toBe("é🎉 AB");
  });

  const piece = (index: number | null, id: string | null, args: string) => ({
    ...(index === null ? {} : { index }),
    ...(id === null ? {} : { id, type: "function" }),
    function: { ...(id === null ? {} : { name: "browser_click" }), arguments: args },
  });
  const [a, b] = ['{"q":"a"}', '{"q":"b"}'];

  test.each([
    [
      "gives every call the number 0",
      [piece(0, "t1", a), piece(0, "t2", '{"q":'), piece(0, null, '"b"}')],
    ],
    [
      "gives no call a number",
      [piece(null, "t1", a), piece(null, "t2", '{"q":'), piece(null, null, '"b"}')],
    ],
    ["gives two calls one id", [piece(0, "t1", a), piece(1, "t1", b)]],
    ["gives two calls one id and one number", [piece(0, "t1", a), piece(0, "t1", b)]],
    [
      "mixes calls that are numbered well",
      [
        piece(0, "t1", '{"q":'),
        piece(1, "t2", '{"q":'),
        piece(0, null, '"a"}'),
        piece(1, null, '"b"}'),
      ],
    ],
  ])("and %s has two calls (B12.2)", async (_how, pieces) => {
    const lines = pieces.map((one) => chunk({ tool_calls: [one] }));
    const all = [...lines, chunk({}, "tool_calls"), "[DONE]"];
    const calls = callsIn(await answering(all.map((line) => `data: ${line}\n\n`).join("")));
    expect(calls).toMatchObject([
      { callId: "t1", arguments: { q: "a" } },
      { arguments: { q: "b" } },
    ]);
    expect(calls[1]?.callId).not.toBe("t1");
  });

  test("and repeats id and name in each piece has one call (B12.2)", async () => {
    const pieces = [piece(0, "t1", '{"q":'), piece(0, "t1", '"a"}')];
    const lines = [...pieces.map((one) => chunk({ tool_calls: [one] })), chunk({}, "tool_calls")];
    const events = await answering(lines.map((line) => `data: ${line}\n\n`).join(""));
    expect(callsIn(events)).toMatchObject([{ callId: "t1", arguments: { q: "a" } }]);
  });
});
