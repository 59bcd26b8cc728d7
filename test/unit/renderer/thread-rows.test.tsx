import { expect, test } from "vitest";
import type { ConversationSnapshot } from "../../../src-preload/model/conversation.ts";
import { threadRows } from "../../../src-renderer/features/thread/thread-rows.ts";
import { threadOf } from "../../../src-renderer/state/thread.ts";
import {
  sampleApproval,
  sampleCall,
  sampleMessage,
  sampleSnapshot,
  sampleTurn,
} from "../../fixtures/renderer-samples.ts";

const question = sampleMessage({
  id: "m1",
  role: "user",
  parts: [{ type: "text", text: "Do it." }],
});

function rows(change: Partial<ConversationSnapshot>) {
  return threadRows(threadOf(sampleSnapshot(change)));
}

function kinds(change: Partial<ConversationSnapshot>): readonly string[] {
  return rows(change).map(({ kind }) => kind);
}

function answer(change: Parameters<typeof sampleMessage>[0] = {}) {
  return sampleMessage({ id: "m2", sequence: 2, ...change });
}

test("an answer is a byline and a row for each part", () => {
  const parts = [
    { type: "reasoning" as const, text: "Hm" },
    { type: "text" as const, text: "I will look." },
    { type: "tool-call" as const, callId: "call-1" },
  ];
  expect(
    kinds({
      messages: [question, answer({ parts })],
      toolCalls: [sampleCall()],
      turns: [sampleTurn({ state: "finished" })],
    }),
  ).toEqual(["user", "byline", "reasoning", "text", "call"]);
});

test("the steps of one turn have one byline", () => {
  const parts = [{ type: "text" as const, text: "Hi" }];
  const messages = [question, answer({ parts }), answer({ id: "m3", sequence: 3, parts })];
  expect(kinds({ messages })).toEqual(["user", "byline", "text", "text"]);
});

test("the call that waits for the person is the request instead of the card", () => {
  const parts = ["call-1", "call-2"].map((callId) => ({ type: "tool-call" as const, callId }));
  const waiting = rows({
    messages: [answer({ parts })],
    toolCalls: [
      sampleCall({ id: "call-1", state: "awaiting-approval" }),
      sampleCall({ id: "call-2", state: "awaiting-approval" }),
    ],
    approvals: [
      sampleApproval({ callId: "call-1" }),
      sampleApproval({ id: "a2", callId: "call-2" }),
    ],
  });
  expect(waiting.map(({ kind }) => kind)).toEqual(["byline", "approval", "call"]);
  expect(waiting[1]).toMatchObject({ waiting: 2, key: "call-1" });
});

test("cards that follow each other stand close", () => {
  const parts = ["call-1", "call-2"].map((callId) => ({ type: "tool-call" as const, callId }));
  const both = rows({
    messages: [question, answer({ parts: [{ type: "text", text: "So:" }, ...parts] })],
    toolCalls: [sampleCall({ id: "call-1" }), sampleCall({ id: "call-2" })],
  });
  expect(both.map(({ gap }) => gap)).toEqual(["none", "message", "tight", "part", "tight"]);
});

test("a turn that streams and shows nothing yet says that it waits for the model", () => {
  expect(kinds({ messages: [question], turns: [sampleTurn()] })).toEqual(["user", "working"]);
  const parts = [{ type: "text" as const, text: "Hi" }];
  const messages = [question, answer({ parts, complete: false })];
  expect(kinds({ messages, turns: [sampleTurn()] })).toEqual(["user", "byline", "text"]);
});

test("only the last part of the running turn is live", () => {
  const parts = [
    { type: "reasoning" as const, text: "Hm" },
    { type: "text" as const, text: "Hi" },
  ];
  const live = rows({
    messages: [answer({ parts, complete: false })],
    turns: [sampleTurn()],
  }).flatMap((row) => ("live" in row ? [row.live] : []));
  expect(live).toEqual([false, true]);
});

test("an answer that was cut off is not live", () => {
  const parts = [{ type: "text" as const, text: "Hi" }];
  const cut = rows({
    messages: [answer({ parts, complete: false })],
    turns: [sampleTurn({ state: "interrupted" })],
  });
  expect(cut.map(({ kind }) => kind)).toEqual(["byline", "text", "turn-end"]);
  expect(cut[1]).toMatchObject({ live: false });
});

test.each(["stopped", "failed", "interrupted"] as const)(
  "how a turn ended is said after its last message: %s",
  (state) => {
    expect(kinds({ messages: [question], turns: [sampleTurn({ state })] })).toEqual([
      "user",
      "turn-end",
    ]);
  },
);

test("nothing is said of a turn that ended as it should", () => {
  expect(kinds({ messages: [question], turns: [sampleTurn({ state: "finished" })] })).toEqual([
    "user",
  ]);
});
