import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, vi } from "vitest";
import { AppError } from "../../../src-main/base/errors.ts";
import { BROWSER_SERVER } from "../../../src-main/browser/preset.ts";
import { workspaceFolder } from "../../../src-main/conversations/folders.ts";
import type { Store } from "../../../src-main/store/store.ts";
import { isSettled } from "../../../src-preload/model/tool-call.ts";
import { eventsIn, fakeServer } from "../../fixtures/mcp-server/fake-server.ts";
import { calls, FakeModel, text } from "../../fixtures/turn-ports.ts";
import { conversationsWith } from "../../support/conversations.ts";
import { isRunning, processesWith } from "../../support/processes.ts";
import { tempFolder } from "../../support/temp-folder.ts";

/** All that ending a fake server may take, in milliseconds. */
const GONE_MS = 7_000;

/** The whole ladder of a stubborn server in a blink, in milliseconds. */
const QUICK = { afterStdinEnd: 200, afterTerm: 200 };

const logFile = () => path.join(tempFolder(), "log");
const startsIn = (log: string) => eventsIn(log).filter(({ event }) => event === "start");

/** From now on no call can be written down that has a result. */
function fillDisk({ toolCalls }: Store): void {
  const save = toolCalls.save.bind(toolCalls);
  toolCalls.save = (call) => {
    if (call.result) throw new AppError("storage-full", "The disk is full.");
    save(call);
  };
}

describe("a conversation", () => {
  it("has one turn at a time, also when two messages come at once", async () => {
    const { conversations, create } = conversationsWith({ model: new FakeModel() });
    const live = conversations.live(create());
    const [first, second] = await Promise.allSettled([live.send("one"), live.send("two")]);
    expect(first.status).toBe("fulfilled");
    expect(second).toMatchObject({ reason: { code: "turn-running" } });
    await live.stop();
    expect(live.snapshot().turns).toHaveLength(1);
  });

  it("keeps its workspace to this person alone", () => {
    const { data, create } = conversationsWith({ model: new FakeModel() });
    const workspace = workspaceFolder(data, create());
    expect(statSync(workspace).mode & 0o077).toBe(0);
    expect(statSync(path.dirname(path.dirname(workspace))).mode & 0o077).toBe(0);
  });

  it("stops at once while it waits for a server that never tells its tools (M29)", async () => {
    const log = logFile();
    const { conversations, create } = conversationsWith({
      model: new FakeModel(),
      servers: [fakeServer({ mode: "hang-on-start", log })],
    });
    const live = conversations.live(create());
    const { ended } = await live.send("go");
    await vi.waitFor(() => expect(eventsIn(log)).toHaveLength(1));
    const before = performance.now();
    await live.stop();
    expect(await ended).toMatchObject({ reason: "stopped" });
    expect(performance.now() - before).toBeLessThan(1_000);
  });

  it("ends its turn as failed, and says why, when its records cannot be written any more", async () => {
    const { conversations, store, events, create } = conversationsWith({
      model: new FakeModel(text("Hello")),
    });
    const live = conversations.live(create());
    const { ended } = await live.send("Hi");
    store.close();
    expect(await ended).toMatchObject({ reason: "failed" });
    expect(events).toContainEqual(
      expect.objectContaining({
        type: "turn-changed",
        turn: expect.objectContaining({ state: "failed" }) as object,
      }),
    );
    expect(live.isRunning).toBe(false);
  });

  it("leaves no call without an end when its outcome cannot be written down", async () => {
    const { conversations, store, create } = conversationsWith({
      model: new FakeModel(calls(["echo", { text: "a" }], ["echo", { text: "b" }])),
      servers: [fakeServer()],
    });
    fillDisk(store);
    const live = conversations.live(create());
    const { ended } = await live.send("go");
    expect(await ended).toMatchObject({ reason: "failed", failure: { code: "storage-full" } });
    const { toolCalls } = live.snapshot();
    expect(toolCalls.map(({ state }) => state)).toEqual(["done", "skipped"]);
    expect(toolCalls.every(({ state }) => isSettled(state))).toBe(true);
  });

  it("has one server process at a time when its browser's window is switched and used at once", async () => {
    const log = logFile();
    const { conversations, events, create } = conversationsWith({
      model: new FakeModel(calls(["echo", { text: "a" }]), text("."), calls(["echo", {}])),
      servers: [fakeServer({ log, config: { name: BROWSER_SERVER } })],
    });
    const live = conversations.live(create());
    await (
      await live.send("one")
    ).ended;
    const from = events.length;
    const switching = Promise.all([live.setHeadless(false), live.setHeadless(true)]);
    await (
      await live.send("two")
    ).ended;
    await switching;
    const told = events
      .slice(from)
      .flatMap((event) => (event.type === "server-changed" ? [event.server.state] : []));
    expect(told.filter((state, at) => state !== told[at - 1])).toEqual([
      ...["running", "stopping", "exited", "starting", "running"],
    ]);
    // It ended by itself: the second switch did not kill what the first had asked to go.
    expect(live.snapshot().servers).toMatchObject([{ exit: { code: 0, signal: null } }]);
    expect(startsIn(log).filter(({ pid }) => isRunning(pid ?? 0))).toHaveLength(1);
    await live.close();
    expect(startsIn(log).filter(({ pid }) => isRunning(pid ?? 0))).toEqual([]);
  });
});

describe("deleting a conversation", () => {
  it.each(["..", "../..", "nobody", "."])(
    "refuses what is none (%s), and deletes nothing",
    async (id) => {
      const { conversations, data, create } = conversationsWith({ model: new FakeModel() });
      const kept = create();
      mkdirSync(path.join(data, "conversations", "nobody"));
      const note = path.join(data, "note.txt");
      writeFileSync(note, "");
      await expect(conversations.delete(id)).rejects.toMatchObject({
        code: "conversation-unknown",
      });
      expect(existsSync(note)).toBe(true);
      expect(existsSync(workspaceFolder(data, kept))).toBe(true);
      expect(existsSync(path.join(data, "conversations", "nobody"))).toBe(true);
    },
  );

  it("ends what runs in it, takes no message any more, and leaves nothing behind", async () => {
    const log = logFile();
    const { conversations, data, events, create } = conversationsWith({
      model: new FakeModel(calls(["slow", {}])),
      servers: [fakeServer({ mode: "deaf", log, config: { graces: QUICK } })],
    });
    const id = create();
    const live = conversations.live(id);
    const { ended } = await live.send("go");
    await vi.waitFor(() => expect(eventsIn(log)).toContainEqual({ event: "call", name: "slow" }));
    const deleting = conversations.delete(id);
    await expect(live.send("one more")).rejects.toMatchObject({ code: "conversation-closed" });
    await deleting;
    expect(await ended).toMatchObject({ reason: "stopped" });
    expect(processesWith(workspaceFolder(data, id))).toEqual([]);
    expect(existsSync(path.dirname(workspaceFolder(data, id)))).toBe(false);
    expect(events.at(-1)).toEqual({ type: "conversation-deleted", conversationId: id });
    await vi.waitFor(
      () => expect(startsIn(log).every(({ pid }) => !isRunning(pid ?? 0))).toBe(true),
      GONE_MS,
    );
  });
});
