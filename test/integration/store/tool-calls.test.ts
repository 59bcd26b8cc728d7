import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSettled, ToolCallState } from "../../../src-preload/model/tool-call.ts";
import { anyJsonObject } from "./any-json.ts";
import { conversation, toolCall } from "./records.ts";
import { tempStore } from "./temp-store.ts";

function storeWithConversation() {
  const temp = tempStore();
  temp.store.conversations.create(conversation());
  return temp;
}

describe("tool calls", () => {
  it("come back as they were saved last", () => {
    const { store } = storeWithConversation();
    store.toolCalls.save(toolCall({ state: "running", result: null, finishedAt: null }));
    const failed = toolCall({
      server: null,
      page: null,
      state: "failed",
      result: null,
      progress: "half way",
      argumentsText: '{"a":',
      failure: { code: "server-exited", message: "The server ended." },
    });
    store.toolCalls.save(failed);
    expect(store.toolCalls.list("c1")).toEqual([failed]);
  });

  it("hold any arguments, and content blocks with members that nobody knows (M14)", () => {
    const { store } = storeWithConversation();
    fc.assert(
      fc.property(anyJsonObject, anyJsonObject, (args, unknownMembers) => {
        const block = { ...unknownMembers, type: "hologram" };
        const result = { isError: true, content: [block], model: [] };
        const call = toolCall({ arguments: args, result });
        store.toolCalls.save(call);
        expect(store.toolCalls.list("c1")).toEqual([call]);
      }),
      { numRuns: 200 },
    );
  });

  it("keep the order in which they began", () => {
    const { store } = storeWithConversation();
    store.toolCalls.save(toolCall({ id: "z", state: "running" }));
    store.toolCalls.save(toolCall({ id: "a", state: "queued" }));
    store.toolCalls.save(toolCall({ id: "z", state: "done" }));
    expect(store.toolCalls.list("c1").map((call) => call.id)).toEqual(["z", "a"]);
  });

  it("of two conversations never overwrite each other", () => {
    const { store } = storeWithConversation();
    store.conversations.create(conversation({ id: "c2" }));
    const first = toolCall({ tool: "browser_click" });
    store.toolCalls.save(first);
    store.toolCalls.save(toolCall({ conversationId: "c2", tool: "browser_type" }));
    expect(store.toolCalls.list("c1")).toEqual([first]);
  });

  it("are open exactly while they are not settled", () => {
    const { store } = storeWithConversation();
    for (const state of ToolCallState.options) store.toolCalls.save(toolCall({ id: state, state }));
    const open = store.toolCalls.open().map((call) => call.state);
    expect(open).toEqual(ToolCallState.options.filter((state) => !isSettled(state)));
  });

  it("of which one is bad are listed without that one, and the log names it", () => {
    const { store, tamper, log } = storeWithConversation();
    store.toolCalls.save(toolCall({ id: "bad" }));
    store.toolCalls.save(toolCall({ id: "good" }));
    tamper("UPDATE tool_calls SET state = 'levitating' WHERE id = 'bad'");
    expect(store.toolCalls.list("c1").map((call) => call.id)).toEqual(["good"]);
    expect(log).toEqual(["The tool call bad cannot be read and is left out: state"]);
  });
});
