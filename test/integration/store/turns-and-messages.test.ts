import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MessagePart } from "../../../src-preload/model/message.ts";
import { TurnState } from "../../../src-preload/model/turn.ts";
import { anyJsonObject } from "./any-json.ts";
import { conversation, message, turn } from "./records.ts";
import { tempStore } from "./temp-store.ts";

function storeWithConversation() {
  const temp = tempStore();
  temp.store.conversations.create(conversation());
  return temp;
}

const anyText = fc.string({ unit: "binary" });
const anyPart: fc.Arbitrary<MessagePart> = fc.oneof(
  fc.record({ type: fc.constant("text" as const), text: anyText }),
  fc.record({
    type: fc.constant("reasoning" as const),
    text: anyText,
    providerData: anyJsonObject,
  }),
  fc.record({ type: fc.constant("tool-call" as const), callId: anyText }),
);

describe("turns", () => {
  it("come back as they were saved last", () => {
    const { store } = storeWithConversation();
    store.turns.save(turn({ state: "streaming", endedAt: null }));
    const failed = turn({
      state: "failed",
      failure: { code: "model-refused", message: "The key is not valid." },
      usage: { inputTokens: 12, outputTokens: 3, cachedInputTokens: 4 },
    });
    store.turns.save(failed);
    expect(store.turns.list("c1")).toEqual([failed]);
  });

  it("keep the order in which they began, also when an early one changes late", () => {
    const { store } = storeWithConversation();
    store.turns.save(turn({ id: "first" }));
    store.turns.save(turn({ id: "second" }));
    store.turns.save(turn({ id: "first", state: "stopped" }));
    expect(store.turns.list("c1").map((saved) => saved.id)).toEqual(["first", "second"]);
  });

  it("are open exactly while they have not ended", () => {
    const { store } = storeWithConversation();
    for (const state of TurnState.options) store.turns.save(turn({ id: state, state }));
    const open = store.turns.open().map((saved) => saved.state);
    expect(open).toEqual(["streaming", "awaiting-approval", "calling"]);
  });

  it("cannot be saved for a conversation that does not exist", () => {
    const { store } = tempStore();
    expect(() => store.turns.save(turn())).toThrow("FOREIGN KEY");
  });
});

describe("messages", () => {
  it("hold any text and any provider's data, to the character", () => {
    const { store } = storeWithConversation();
    fc.assert(
      fc.property(fc.array(anyPart), (parts) => {
        store.messages.save(message({ parts }));
        expect(store.messages.list("c1")).toEqual([message({ parts })]);
      }),
      { numRuns: 200 },
    );
  });

  it("grow while they stream", () => {
    const { store } = storeWithConversation();
    const begun = message({ role: "assistant", parts: [], complete: false });
    store.messages.save(begun);
    const whole = { ...begun, parts: [{ type: "text" as const, text: "Done." }], complete: true };
    store.messages.save(whole);
    expect(store.messages.list("c1")).toEqual([whole]);
  });

  it("come in the order of the conversation, whatever the order of saving", () => {
    const { store } = storeWithConversation();
    for (const sequence of [2, 3, 1])
      store.messages.save(message({ id: `m${sequence}`, sequence }));
    expect(store.messages.list("c1").map((saved) => saved.sequence)).toEqual([1, 2, 3]);
  });

  it("never share a place in a conversation", () => {
    const { store } = storeWithConversation();
    store.messages.save(message({ id: "one" }));
    expect(() => store.messages.save(message({ id: "other" }))).toThrow("UNIQUE");
  });

  it("are numbered from 1, apart in each conversation", () => {
    const { store } = storeWithConversation();
    store.conversations.create(conversation({ id: "c2" }));
    expect(store.messages.nextSequence("c1")).toBe(1);
    store.messages.save(message({ sequence: 7 }));
    expect(store.messages.nextSequence("c1")).toBe(8);
    expect(store.messages.nextSequence("c2")).toBe(1);
  });

  it.each<[string, readonly MessagePart[] | null]>([
    ["is not JSON", null],
    ["has parts of an unknown type", []],
  ])("of which one %s are listed without that one, and the log names it", (_case, parts) => {
    const { store, tamper, log } = storeWithConversation();
    store.messages.save(message({ id: "bad", sequence: 1 }));
    store.messages.save(message({ id: "good", sequence: 2 }));
    const broken = parts === null ? "{secret" : '[{"type":"hologram"}]';
    tamper(`UPDATE messages SET parts = '${broken}' WHERE id = 'bad'`);
    expect(store.messages.list("c1").map((saved) => saved.id)).toEqual(["good"]);
    expect(log).toEqual([expect.stringContaining("message bad")]);
    expect(log.join()).not.toContain("secret");
  });
});

describe("the last text of a conversation", () => {
  it("is the last one that says something", () => {
    const { store } = storeWithConversation();
    store.messages.save(message({ id: "m1", sequence: 1 }));
    store.messages.save(
      message({
        id: "m2",
        sequence: 2,
        parts: [
          { type: "text", text: "First" },
          { type: "text", text: "Second" },
          { type: "reasoning", text: "thinking" },
          { type: "tool-call", callId: "call1" },
        ],
      }),
    );
    store.messages.save(message({ id: "m3", sequence: 3, parts: [{ type: "text", text: "  " }] }));
    expect(store.messages.lastText("c1")).toBe("Second");
  });

  it("is null while nothing was said", () => {
    expect(storeWithConversation().store.messages.lastText("c1")).toBeNull();
  });

  it("passes over a message that is not JSON", () => {
    const { store, tamper } = storeWithConversation();
    store.messages.save(message({ id: "m1", sequence: 1 }));
    store.messages.save(message({ id: "m2", sequence: 2 }));
    tamper("UPDATE messages SET parts = '{' WHERE id = 'm2'");
    expect(store.messages.lastText("c1")).toBe("Check the portal");
  });
});
