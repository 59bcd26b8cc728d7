import { describe, expect, it, vi } from "vitest";
import { AppError } from "../../../src-main/base/errors.ts";
import { untilAborted } from "../../../src-main/base/waiting.ts";
import type { StepEvent } from "../../../src-main/agent/ports.ts";
import type { LiveConversation } from "../../../src-main/conversations/live-conversation.ts";
import { MessageQueue } from "../../../src-main/conversations/message-queue.ts";
import { fakeServer } from "../../fixtures/mcp-server/fake-server.ts";
import { calls, FakeModel, text } from "../../fixtures/turn-ports.ts";
import { conversationsWith } from "../../support/conversations.ts";
import { conversation, message, toolCall, turn } from "../store/records.ts";

/** An answer that begins, and goes on when the test says so. */
function heldAnswer(rest: readonly StepEvent[]) {
  let go = (): void => {};
  const gate = new Promise<void>((resolve) => (go = resolve));
  const answer = async function* (signal: AbortSignal): AsyncIterable<StepEvent> {
    yield { type: "text-delta", delta: "Well. " };
    await untilAborted(gate, signal).catch(() => {});
    if (!signal.aborted) yield* rest;
  };
  return { answer, go };
}

const texts = (live: LiveConversation) =>
  live.snapshot().messages.map(({ role, parts }) => {
    const said = parts.map((part) => (part.type === "text" ? part.text : `<${part.type}>`));
    return `${role}: ${said.join("")}`;
  });

const isAsked = (model: FakeModel) =>
  vi.waitFor(() => expect(model.requests).toHaveLength(1), { timeout: 10_000 });

const questionsIn = (model: FakeModel) =>
  model.requests.map(({ transcript }) => transcript.filter(({ role }) => role === "user").length);

describe("a message that is sent while a turn runs", () => {
  it("is queued, and goes in at the next step of the turn", async () => {
    const { answer, go } = heldAnswer(calls(["echo", { text: "a" }]));
    const model = new FakeModel(answer, text("Both done."));
    const { conversations, store, create } = conversationsWith({ model, servers: [fakeServer()] });
    const live = conversations.live(create());
    const { ended } = await live.send("one");
    await live.submit("two");
    expect(live.snapshot().queued).toMatchObject([{ text: "two", state: "next" }]);
    expect(store.queuedMessages.list(live.id)).toMatchObject([{ text: "two" }]);
    go();
    expect(await ended).toMatchObject({ reason: "finished" });
    expect(texts(live)).toEqual([
      "user: one",
      "assistant: Well. <tool-call>",
      "user: two",
      "assistant: Both done.",
    ]);
    expect(questionsIn(model)).toEqual([1, 2]);
    expect(live.snapshot().queued).toEqual([]);
    expect(store.queuedMessages.list(live.id)).toEqual([]);
    expect(live.snapshot().turns).toHaveLength(1);
  });

  it("is answered also when the model was just about to end", async () => {
    const { answer, go } = heldAnswer(text("One."));
    const { conversations, create } = conversationsWith({
      model: new FakeModel(answer, text("Two.")),
    });
    const live = conversations.live(create());
    const { ended } = await live.send("one");
    await live.submit("two");
    go();
    await ended;
    expect(texts(live).slice(-2)).toEqual(["user: two", "assistant: Two."]);
  });

  it("can be changed and taken back until then", async () => {
    const { answer, go } = heldAnswer(text("One."));
    const { conversations, events, create } = conversationsWith({
      model: new FakeModel(answer, text("Two.")),
    });
    const live = conversations.live(create());
    const { ended } = await live.send("one");
    const first = await live.submit("two");
    const second = await live.submit("three");
    live.queue.edit(first, "two, mended");
    live.queue.remove(second);
    expect(events.at(-1)).toMatchObject({ type: "queue-changed", queued: [{ id: first }] });
    go();
    await ended;
    expect(texts(live)).toContain("user: two, mended");
    expect(() => live.queue.edit(first, "late")).toThrow(
      expect.objectContaining({ code: "queued-gone" }),
    );
  });

  it("waits for the person when the turn was stopped, and is sent when they say so", async () => {
    const { answer } = heldAnswer([]);
    const model = new FakeModel(answer, text("Two."));
    const { conversations, create } = conversationsWith({ model });
    const live = conversations.live(create());
    await live.send("one");
    await isAsked(model);
    const id = await live.submit("two");
    await live.stop();
    expect(live.snapshot().queued).toMatchObject([{ id, state: "held" }]);
    expect(model.requests).toHaveLength(1);
    await live.sendQueued(id);
    await vi.waitFor(() => expect(texts(live).at(-1)).toBe("assistant: Two."));
    expect(live.snapshot().queued).toEqual([]);
  });

  it("is not taken along by a message that is sent after a stop", async () => {
    const { answer } = heldAnswer([]);
    const model = new FakeModel(answer, text("Three."));
    const { conversations, create } = conversationsWith({ model });
    const live = conversations.live(create());
    await live.send("one");
    await isAsked(model);
    await live.submit("two");
    await live.stop();
    await (
      await live.send("three")
    ).ended;
    expect(texts(live)).not.toContain("user: two");
    expect(live.snapshot().queued).toMatchObject([{ text: "two", state: "held" }]);
  });

  it("is kept over a restart, and waits for the person", async () => {
    const { answer } = heldAnswer([]);
    const { conversations, store, create } = conversationsWith({ model: new FakeModel(answer) });
    const live = conversations.live(create());
    await live.send("one");
    await live.submit("two");
    const queue = new MessageQueue({
      conversationId: live.id,
      store,
      clock: Date.now,
      onChange: () => {},
    });
    expect(queue.list).toMatchObject([{ text: "two", state: "held" }]);
    await live.stop();
  });

  it("stays with the person when it cannot be written down", async () => {
    const { answer } = heldAnswer([]);
    const { conversations, store, create } = conversationsWith({ model: new FakeModel(answer) });
    const live = conversations.live(create());
    await live.send("one");
    store.queuedMessages.save = () => {
      throw new AppError("storage-full", "The disk is full.");
    };
    await expect(live.submit("two")).rejects.toMatchObject({ code: "storage-full" });
    expect(live.snapshot().queued).toEqual([]);
    await live.stop();
  });
});

describe("a turn that a crash has cut off", () => {
  it("is loaded with a result for every call, and none is run again (B12.4, D2)", async () => {
    const model = new FakeModel(text("I look first."));
    const { conversations, store } = conversationsWith({ model, servers: [fakeServer()] });
    // Written down before the conversation is alive, as by an earlier run.
    const conversationId = "crashed";
    store.conversations.create(conversation({ id: conversationId }));
    const parts = [
      { type: "text", text: "I do it" },
      ...["a", "b", "c"].map((callId) => ({ type: "tool-call", callId }) as const),
    ] as const;
    store.turns.save(turn({ conversationId, state: "calling", endedAt: null }));
    store.messages.save(message({ id: "m1", conversationId }));
    store.messages.save(
      message({ id: "m2", conversationId, sequence: 2, role: "assistant", parts }),
    );
    const fake = { conversationId, messageId: "m2", server: "fake", tool: "echo", name: "echo" };
    const open = { ...fake, result: null, finishedAt: null };
    store.toolCalls.save(toolCall({ ...fake, id: "a", wireId: "wa" }));
    store.toolCalls.save(toolCall({ ...open, id: "b", wireId: "wb", state: "running" }));
    store.toolCalls.save(
      toolCall({ ...open, id: "c", wireId: "wc", state: "queued", startedAt: null }),
    );
    store.recoverInterrupted(9_000);
    const live = conversations.live(conversationId);
    expect(live.snapshot().toolCalls.map(({ state }) => state)).toEqual([
      "done",
      "outcome-unknown",
      "skipped",
    ]);
    await (
      await live.send("next")
    ).ended;
    expect(model.requests[0]?.transcript.slice(1)).toMatchObject([
      { parts: [{ type: "text" }, { callId: "wa" }, { callId: "wb" }, { callId: "wc" }] },
      {
        results: [
          { callId: "wa", isError: false },
          {
            callId: "wb",
            isError: true,
            content: [{ text: expect.stringContaining("unknown") as string }],
          },
          { callId: "wc", isError: true },
        ],
      },
      { role: "user", text: "next" },
    ]);
    expect(live.snapshot().toolCalls).toHaveLength(3);
  });
});
