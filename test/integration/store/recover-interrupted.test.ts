import { describe, expect, it } from "vitest";
import { buildTranscript } from "../../../src-main/agent/transcript.ts";
import { conversation, message, toolCall, turn } from "./records.ts";
import { tempStore } from "./temp-store.ts";

const NOW = 9_000;

function storeWithConversation() {
  const temp = tempStore();
  temp.store.conversations.create(conversation());
  return temp;
}

describe("recovering from a crash", () => {
  it("ends the turns that were cut off as interrupted", () => {
    const { store } = storeWithConversation();
    const cut = turn({ id: "cut", state: "calling", endedAt: null });
    store.turns.save(cut);
    const interrupted = { ...cut, state: "interrupted", endedAt: NOW };
    expect(store.recoverInterrupted(NOW).turns).toEqual([interrupted]);
    expect(store.turns.list("c1")).toEqual([interrupted]);
  });

  it("says that the outcome of a started call is unknown (D2)", () => {
    const { store } = storeWithConversation();
    const running = toolCall({ state: "running", startedAt: 5, finishedAt: null, result: null });
    store.toolCalls.save(running);
    const settled = { ...running, state: "outcome-unknown", finishedAt: NOW };
    expect(store.recoverInterrupted(NOW).toolCalls).toEqual([settled]);
    expect(store.toolCalls.list("c1")).toEqual([settled]);
  });

  it.each(["writing", "queued", "awaiting-approval"] as const)(
    "skips a call that was never started (%s)",
    (state) => {
      const { store } = storeWithConversation();
      store.toolCalls.save(toolCall({ state, startedAt: null, argumentsText: "{", result: null }));
      store.recoverInterrupted(NOW);
      expect(store.toolCalls.list("c1")).toMatchObject([{ state: "skipped", argumentsText: null }]);
    },
  );

  it("leaves alone what had ended", () => {
    const { store } = storeWithConversation();
    store.turns.save(turn());
    store.toolCalls.save(toolCall());
    expect(store.recoverInterrupted(NOW)).toEqual({ turns: [], toolCalls: [] });
    expect(store.turns.list("c1")).toEqual([turn()]);
    expect(store.toolCalls.list("c1")).toEqual([toolCall()]);
  });

  it("changes nothing the second time", () => {
    const { store } = storeWithConversation();
    store.turns.save(turn({ state: "streaming", endedAt: null }));
    store.recoverInterrupted(NOW);
    expect(store.recoverInterrupted(NOW + 1)).toEqual({ turns: [], toolCalls: [] });
  });

  it("leaves a result for every call, also where a row is lost, before the person goes on (B12.4)", () => {
    const { store } = storeWithConversation();
    const part = (callId: string) => ({ type: "tool-call" as const, callId });
    store.messages.save(message({ id: "m1", sequence: 1 }));
    const parts = [
      { type: "text" as const, text: "Two steps." },
      part("a"),
      part("b"),
      part("lost"),
    ];
    store.messages.save(message({ id: "m2", sequence: 2, role: "assistant", parts }));
    store.toolCalls.save(toolCall({ id: "a", wireId: "wa", messageId: "m2" }));
    const queued = { startedAt: null, finishedAt: null, result: null, state: "queued" as const };
    store.toolCalls.save(toolCall({ id: "b", wireId: "wb", messageId: "m2", ...queued }));
    store.recoverInterrupted(NOW);
    store.messages.save(
      message({ id: "m3", sequence: 3, parts: [{ type: "text", text: "next" }] }),
    );
    const transcript = buildTranscript(store.messages.list("c1"), store.toolCalls.list("c1"));
    expect(transcript.slice(1)).toMatchObject([
      { role: "assistant", parts: [{ type: "text" }, { callId: "wa" }, { callId: "wb" }] },
      {
        role: "tool",
        results: [
          { callId: "wa", isError: false },
          { callId: "wb", isError: true },
        ],
      },
      { role: "user", text: "next" },
    ]);
  });
});
