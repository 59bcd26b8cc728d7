import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { conversation, message, toolCall, turn } from "./records.ts";
import { tempStore } from "./temp-store.ts";

describe("conversations", () => {
  it("are found by their id, whole", () => {
    const { store } = tempStore();
    const row = conversation({ modelId: "model-1", headless: false, unread: true });
    store.conversations.create(row);
    expect(store.conversations.find("c1")).toEqual(row);
  });

  it("are not found under an id that none has", () => {
    expect(tempStore().store.conversations.find("c9")).toBeNull();
  });

  it("are listed with the one that was used last first", () => {
    const { store } = tempStore();
    store.conversations.create(conversation({ id: "old", updatedAt: 1 }));
    store.conversations.create(conversation({ id: "new", updatedAt: 3 }));
    store.conversations.create(conversation({ id: "middle", updatedAt: 2 }));
    expect(store.conversations.list().map((row) => row.id)).toEqual(["new", "middle", "old"]);
  });

  it("change only in what the patch names", () => {
    const { store } = tempStore();
    store.conversations.create(conversation({ modelId: "model-1" }));
    const changed = store.conversations.update("c1", { title: "New title", modelId: null });
    expect(changed).toEqual(conversation({ title: "New title", modelId: null }));
    expect(store.conversations.find("c1")).toEqual(changed);
  });

  it("that do not exist are not made by an update", () => {
    const { store } = tempStore();
    expect(store.conversations.update("c9", { title: "Ghost" })).toBeNull();
    expect(store.conversations.list()).toEqual([]);
  });

  it("are deleted with all that belongs to them, and with nothing else", () => {
    const { store } = tempStore();
    for (const id of ["c1", "c2"]) {
      store.conversations.create(conversation({ id }));
      store.turns.save(turn({ id: `turn of ${id}`, conversationId: id }));
      store.messages.save(message({ id: `message of ${id}`, conversationId: id }));
      store.toolCalls.save(toolCall({ conversationId: id }));
      store.approvalRules.save({ scope: id, key: "k", decision: "allow", createdAt: 1 });
    }
    store.conversations.delete("c1");
    const left = (id: string) => ({
      conversation: store.conversations.find(id)?.id,
      turns: store.turns.list(id).length,
      messages: store.messages.list(id).length,
      toolCalls: store.toolCalls.list(id).length,
      rules: store.approvalRules.listForConversation(id).length,
    });
    const nothing = { conversation: undefined, turns: 0, messages: 0, toolCalls: 0, rules: 0 };
    expect(left("c1")).toEqual(nothing);
    expect(left("c2")).toEqual({
      conversation: "c2",
      turns: 1,
      messages: 1,
      toolCalls: 1,
      rules: 1,
    });
  });

  it("have left the disk once they are deleted", () => {
    const { store, databaseFile } = tempStore();
    const canary = "canary-8c1f";
    store.conversations.create(conversation({ title: canary }));
    store.messages.save(message({ parts: [{ type: "text", text: canary.repeat(2_000) }] }));
    const onDisk = () =>
      [databaseFile, `${databaseFile}-wal`].some(
        (file) => existsSync(file) && readFileSync(file).includes(canary),
      );
    expect(onDisk()).toBe(true);
    store.conversations.delete("c1");
    expect(onDisk()).toBe(false);
  });
});
