import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { Core } from "../../../src-main/core.ts";
import { silentLogger } from "../../../src-main/base/logger.ts";
import { Redactor } from "../../../src-main/base/redactor.ts";
import { systemClock } from "../../../src-main/base/clock.ts";
import { ConversationServers } from "../../../src-main/mcp/connection/conversation-servers.ts";
import type { AppEvent } from "../../../src-preload/contract/events.ts";
import { eventsIn, fakeServerEntry } from "../../fixtures/mcp-server/fake-server.ts";
import { FakeModel } from "../../fixtures/turn-ports.ts";
import { guardScript } from "../../support/launch-context.ts";
import { isRunning } from "../../support/processes.ts";
import { tempFolder } from "../../support/temp-folder.ts";

/** A change of the file has had its effect within this, in milliseconds: the ladder of a server that hears is short. */
const TAKEN_MS = 5_000;

type Entries = Readonly<Record<string, object>>;

/** The app below its window, with one conversation, on a file of servers that is watched. */
function watchedCore(entries: Entries) {
  const data = tempFolder();
  const mcpFile = path.join(data, "mcp.json");
  const write = (next: Entries | string) =>
    writeFileSync(mcpFile, typeof next === "string" ? next : JSON.stringify({ mcpServers: next }));
  write(entries);
  const core = new Core({
    data,
    runtimeRoots: [],
    guardScript,
    appVersion: "0.0.0",
    hostEnv: process.env,
    askLoginShell: false,
    redactor: new Redactor(),
    logger: silentLogger,
    clock: systemClock,
    sandbox: "on",
    mcpFile,
    preset: false,
    chosenBrowser: () => null,
    readSecret: (name) => Promise.resolve(name === "GREETING" ? "kept-secret-1" : null),
  });
  onTestFinished(() => core.close());
  const conversations = core.openRecords({ makeModel: () => Promise.resolve(new FakeModel()) });
  core.watchServers();
  const events: AppEvent[] = [];
  conversations.events.on((event) => events.push(event));
  const { id } = conversations.create({ modelId: null, headless: true });
  const states = () =>
    Object.fromEntries(
      conversations
        .live(id)
        .snapshot()
        .servers.map((server) => [server.name, server.state]),
    );
  return { core, conversations, id, write, events, states };
}

/** The servers of one conversation, by what a turn would do with them. */
function serversOf({ core }: ReturnType<typeof watchedCore>) {
  const workspace = tempFolder();
  const configs = () => core.servers({ headless: true });
  const servers = new ConversationServers("c", workspace, configs(), core.catalogue, core.launch);
  onTestFinished(() => servers.close());
  core.serversFile.changed.on(() => servers.setServers(configs()));
  const signal = new AbortController().signal;
  const call = (server: string, tool: string, args = {}) =>
    servers.call(server, tool, args, { signal, onProgress: () => {} });
  const pidOf = (name: string) => servers.statuses().find((one) => one.name === name)?.pid ?? null;
  const names = async () =>
    [...new Set((await servers.tools(signal)).map(({ server }) => server))].sort();
  return { servers, call, pidOf, names };
}

const textOf = (result: Readonly<Record<string, unknown>>) => JSON.stringify(result["content"]);

describe("an edit of the servers' file while the app runs (M3)", () => {
  it("leaves the process of a server that did not change running", async () => {
    const app = watchedCore({ kept: fakeServerEntry(), other: fakeServerEntry() });
    const { call, pidOf } = serversOf(app);
    await call("kept", "echo", { text: "1" });
    const pid = pidOf("kept");
    app.write({
      kept: fakeServerEntry(),
      other: fakeServerEntry({ NEW: "1" }),
      more: fakeServerEntry(),
    });
    await vi.waitFor(() => expect(app.states()).toHaveProperty("more"), TAKEN_MS);
    await call("kept", "echo", { text: "2" });
    expect(pidOf("kept")).toBe(pid);
  });

  it("shows a server that was added in open conversations, and starts nothing by it", async () => {
    const log = path.join(tempFolder(), "log");
    const app = watchedCore({ a: fakeServerEntry() });
    app.write({ a: fakeServerEntry(), b: fakeServerEntry({ FAKE_MCP_LOG: log }) });
    await vi.waitFor(
      () => expect(app.states()).toEqual({ a: "not-started", b: "not-started" }),
      TAKEN_MS,
    );
    expect(app.events).toContainEqual(
      expect.objectContaining({
        type: "server-changed",
        server: expect.objectContaining({ name: "b", state: "not-started" }) as object,
      }),
    );
    expect(eventsIn(log)).toEqual([]);
  });

  it("offers and calls the tools of a server that was added", async () => {
    const app = watchedCore({ a: fakeServerEntry() });
    const { call, names } = serversOf(app);
    expect(await names()).toEqual(["a"]);
    app.write({ a: fakeServerEntry(), b: fakeServerEntry() });
    await vi.waitFor(async () => expect(await names()).toEqual(["a", "b"]), TAKEN_MS);
    expect(textOf(await call("b", "echo", { text: "hi" }))).toContain("hi");
  });

  it("stops a server that was taken out, tells so, and has its tools no more", async () => {
    const app = watchedCore({ a: fakeServerEntry(), b: fakeServerEntry() });
    const { call, pidOf, names } = serversOf(app);
    await call("b", "echo", { text: "1" });
    const pid = pidOf("b") ?? 0;
    app.write({ a: fakeServerEntry() });
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false), TAKEN_MS);
    expect(app.states()).toEqual({ a: "not-started" });
    expect(app.events).toContainEqual({
      type: "server-removed",
      conversationId: app.id,
      name: "b",
    });
    expect(await names()).toEqual(["a"]);
    await expect(call("b", "echo", { text: "2" })).rejects.toMatchObject({
      code: "server-unknown",
    });
  });

  it("waits, when the conversation is closed, for the servers that were taken out too", async () => {
    const app = watchedCore({ a: fakeServerEntry({ FAKE_MCP_MODE: "slow-end" }) });
    const { servers, call, pidOf } = serversOf(app);
    await call("a", "echo", { text: "1" });
    const pid = pidOf("a") ?? 0;
    const taken = new Promise((resolve) => app.core.serversFile.changed.on(resolve));
    app.write({});
    await taken;
    expect(isRunning(pid)).toBe(true);
    await servers.close();
    expect(isRunning(pid)).toBe(false);
  });

  it("starts a server that was taken out and is back only when its first process has ended", async () => {
    const app = watchedCore({ a: fakeServerEntry({ FAKE_MCP_MODE: "slow-end" }) });
    const { servers, call, pidOf } = serversOf(app);
    await call("a", "echo", { text: "1" });
    const pid = pidOf("a") ?? 0;
    servers.setServers([]);
    servers.setServers(app.core.servers({ headless: true }));
    await call("a", "echo", { text: "2" });
    expect(isRunning(pid)).toBe(false);
    expect(isRunning(pidOf("a") ?? 0)).toBe(true);
  });

  it("stops a server that was switched off, also in the middle of a call", async () => {
    const log = path.join(tempFolder(), "log");
    const entry = fakeServerEntry({ FAKE_MCP_LOG: log });
    const app = watchedCore({ a: entry });
    const { call, servers } = serversOf(app);
    const calling = call("a", "slow").catch((error: unknown) => error);
    await vi.waitFor(
      () => expect(eventsIn(log)).toContainEqual({ event: "call", name: "slow" }),
      TAKEN_MS,
    );
    app.write({ a: { ...entry, enabled: false } });
    expect(await calling).toMatchObject({ code: "server-exited" });
    expect(servers.statuses()).toMatchObject([{ name: "a", state: "disabled" }]);
  });

  it("runs a changed server by its new entry from its next call on", async () => {
    const app = watchedCore({ a: fakeServerEntry({ GREETING: "word-of-old" }) });
    const { call, pidOf } = serversOf(app);
    expect(textOf(await call("a", "env"))).toContain("word-of-old");
    const pid = pidOf("a") ?? 0;
    app.write({ a: fakeServerEntry({ GREETING: "word-of-new" }) });
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false), TAKEN_MS);
    expect(textOf(await call("a", "env"))).toContain("word-of-new");
  });

  it("lets the call in flight of a changed server end before it is stopped", async () => {
    const log = path.join(tempFolder(), "log");
    const entry = (more: Record<string, string> = {}) =>
      fakeServerEntry({ FAKE_MCP_LOG: log, ...more });
    const other = fakeServerEntry();
    const app = watchedCore({ a: entry(), other });
    const { servers, call, pidOf } = serversOf(app);
    const abort = new AbortController();
    const calling = servers
      .call("a", "slow", {}, { signal: abort.signal, onProgress: () => {} })
      .catch((error: unknown) => error);
    await vi.waitFor(
      () => expect(eventsIn(log)).toContainEqual({ event: "call", name: "slow" }),
      TAKEN_MS,
    );
    const pid = pidOf("a") ?? 0;
    const taken = new Promise((resolve) => app.core.serversFile.changed.on(resolve));
    app.write({ a: entry({ NEW: "1" }), other });
    await taken;
    // A server that was told to end would have ended long before another one has started.
    await call("other", "echo", { text: "1" });
    expect(isRunning(pid)).toBe(true);
    abort.abort();
    await calling;
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false), TAKEN_MS);
  });

  it("does not stop a server for what its process does not know of, as its prefix", async () => {
    const app = watchedCore({ a: fakeServerEntry() });
    const { call, servers, pidOf } = serversOf(app);
    await call("a", "echo", { text: "1" });
    const pid = pidOf("a");
    const taken = new Promise((resolve) => app.core.serversFile.changed.on(resolve));
    app.write({ a: { ...fakeServerEntry(), toolPrefix: "x_", callTimeoutSeconds: 5 } });
    await taken;
    expect(servers.config("a")).toMatchObject({ toolPrefix: "x_", callTimeoutMs: 5_000 });
    await call("a", "echo", { text: "2" });
    expect(pidOf("a")).toBe(pid);
  });

  it("changes nothing when the file is broken, and is taken when it is mended", async () => {
    const app = watchedCore({ a: fakeServerEntry() });
    const { call, pidOf } = serversOf(app);
    await call("a", "echo", { text: "1" });
    const pid = pidOf("a");
    app.write('{\n  "mcpServers": {\n    "a" 5\n');
    await vi.waitFor(() => expect(app.core.brokenFile?.message).toMatch(/line 3/), TAKEN_MS);
    await call("a", "echo", { text: "2" });
    expect(pidOf("a")).toBe(pid);
    app.write({ a: fakeServerEntry(), b: fakeServerEntry() });
    await vi.waitFor(() => expect(app.states()).toHaveProperty("b"), TAKEN_MS);
    expect(app.core.brokenFile).toBeNull();
    await call("a", "echo", { text: "3" });
    expect(pidOf("a")).toBe(pid);
  });

  it("gives a server its kept secret, hides it in what the server says, and starts none without it (M2, M23)", async () => {
    const app = watchedCore({
      a: fakeServerEntry({ GREETING: "${secret:GREETING}" }),
      b: { ...fakeServerEntry(), cwd: "${secret:NOPE}" },
    });
    const { call } = serversOf(app);
    const said = textOf(await call("a", "env"));
    expect(said).toContain("kept-secret-1");
    expect(app.core.launch.redactor.text(said)).not.toContain("kept-secret-1");
    await expect(call("b", "echo")).rejects.toMatchObject({
      code: "variable-unset",
      message: expect.stringContaining("secret:NOPE in cwd") as string,
    });
  });
});
