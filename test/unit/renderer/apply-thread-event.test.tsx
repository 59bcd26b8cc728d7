import { expect, test } from "vitest";
import type { AppEvent } from "../../../src-preload/contract/events.ts";
import { applyThreadEvent } from "../../../src-renderer/state/apply-thread-event.ts";
import { threadOf, type Thread } from "../../../src-renderer/state/thread.ts";
import {
  sampleApproval,
  sampleCall,
  sampleMessage,
  sampleServer,
  sampleSnapshot,
  sampleTurn,
} from "../../fixtures/renderer-samples.ts";

const NOW = 1_000_000;

function thread(change: Parameters<typeof sampleSnapshot>[0] = {}): Thread {
  return threadOf(sampleSnapshot(change));
}

function after(start: Thread, ...events: readonly AppEvent[]): Thread {
  return events.reduce((known, event) => applyThreadEvent(known, event, NOW), start);
}

function delta(change: Partial<Extract<AppEvent, { type: "message-delta" }>>): AppEvent {
  return {
    type: "message-delta",
    conversationId: "c1",
    messageId: "m1",
    part: 0,
    kind: "text",
    delta: "",
    ...change,
  };
}

test("a delta is added to the end of its part", () => {
  const start = thread({ messages: [sampleMessage({ parts: [{ type: "text", text: "Hel" }] })] });
  expect(after(start, delta({ delta: "lo" })).messages[0]?.parts).toEqual([
    { type: "text", text: "Hello" },
  ]);
});

test("a delta makes its part when it is the next one", () => {
  const start = thread({ messages: [sampleMessage()] });
  const grown = after(
    start,
    delta({ kind: "reasoning", delta: "First" }),
    delta({ part: 1, delta: "Then" }),
  );
  expect(grown.messages[0]?.parts).toEqual([
    { type: "reasoning", text: "First" },
    { type: "text", text: "Then" },
  ]);
});

test("a delta that does not fit changes nothing", () => {
  const start = thread({ messages: [sampleMessage({ parts: [{ type: "text", text: "Hi" }] })] });
  expect(after(start, delta({ part: 5, delta: "?" }))).toBe(start);
  expect(after(start, delta({ messageId: "unknown", delta: "?" }))).toBe(start);
  expect(after(start, delta({ kind: "reasoning", delta: "?" }))).toBe(start);
});

test("a whole message replaces what was streamed of it", () => {
  const start = thread({ messages: [sampleMessage({ complete: false })] });
  const whole = sampleMessage({ parts: [{ type: "text", text: "All of it" }] });
  expect(after(start, { type: "message-changed", message: whole }).messages).toEqual([whole]);
});

test("messages stay in order whichever comes first", () => {
  const second = sampleMessage({ id: "m2", sequence: 2 });
  const first = sampleMessage({ id: "m1", sequence: 1 });
  const both = after(
    thread(),
    { type: "message-changed", message: second },
    { type: "message-changed", message: first },
  );
  expect(both.messages.map(({ id }) => id)).toEqual(["m1", "m2"]);
});

test("a tool call is replaced by its newer self", () => {
  const start = thread({ toolCalls: [sampleCall({ state: "running" })] });
  const done = after(start, { type: "tool-call-changed", toolCall: sampleCall({ state: "done" }) });
  expect(done.toolCalls["call-1"]?.state).toBe("done");
});

test("a turn is replaced by its newer self", () => {
  const start = thread({ turns: [sampleTurn()] });
  const stopped = after(start, { type: "turn-changed", turn: sampleTurn({ state: "stopped" }) });
  expect(stopped.turns.map(({ state }) => state)).toEqual(["stopped"]);
});

test("an approval is there from its request until it is settled", () => {
  const asked = after(thread(), { type: "approval-requested", approval: sampleApproval() });
  expect(asked.approvals.map(({ id }) => id)).toEqual(["a1"]);
  const settled: AppEvent = { type: "approval-settled", conversationId: "c1", approvalId: "a1" };
  expect(after(asked, settled).approvals).toEqual([]);
});

test("a server is known by its name", () => {
  const start = thread({ servers: [sampleServer({ state: "starting" })] });
  const two = after(
    start,
    { type: "server-changed", server: sampleServer({ state: "running" }) },
    { type: "server-changed", server: sampleServer({ name: "ledger" }) },
  );
  expect(two.servers.map(({ name, state }) => `${name} ${state}`)).toEqual([
    "playwright running",
    "ledger running",
  ]);
});

test("the time of thinking runs from the first piece to the last", () => {
  const piece = delta({ kind: "reasoning", delta: "…" });
  const start = thread({ messages: [sampleMessage()] });
  const begun = applyThreadEvent(start, piece, 1_000);
  const ended = applyThreadEvent(begun, piece, 7_000);
  expect(ended.thinking["m1/0"]).toEqual({ from: 1_000, to: 7_000 });
});

test("a server that was taken away is shown no more", () => {
  const start = thread({ servers: [sampleServer({ name: "a" }), sampleServer({ name: "b" })] });
  const event = { type: "server-removed", conversationId: "c1", name: "a" } as const;
  expect(after(start, event).servers.map(({ name }) => name)).toEqual(["b"]);
});
