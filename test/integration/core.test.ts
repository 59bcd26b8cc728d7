import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { ModelPort, StepEvent } from "../../src-main/agent/ports.ts";
import { systemClock } from "../../src-main/base/clock.ts";
import { loggerTo } from "../../src-main/base/logger.ts";
import { Redactor } from "../../src-main/base/redactor.ts";
import { Core, type CoreOptions } from "../../src-main/core.ts";
import { BROWSER_SERVER_VERSION } from "../../src-main/runtime/pinned-version.ts";
import { leaseHolders } from "../../src-main/runtime/version-lease.ts";
import { FakeModel } from "../fixtures/turn-ports.ts";
import { guardScript } from "../support/launch-context.ts";
import { tempFolder } from "../support/temp-folder.ts";

/** All that a quit may take (M20). In milliseconds. */
const QUIT_MS = 5_000;

function coreWith(options: Partial<CoreOptions> = {}) {
  const data = tempFolder();
  const log: string[] = [];
  const core = new Core({
    data,
    runtimeRoots: [],
    guardScript,
    appVersion: "0.0.0",
    hostEnv: process.env,
    askLoginShell: false,
    redactor: new Redactor(),
    logger: loggerTo((_level, message) => log.push(message)),
    clock: systemClock,
    sandbox: "on",
    mcpFile: null,
    preset: true,
    chosenBrowser: () => null,
    ...options,
  });
  onTestFinished(() => core.close());
  const open = (model: ModelPort) => core.openRecords({ makeModel: () => Promise.resolve(model) });
  return { core, data, log, open };
}

describe("the core of the app", () => {
  it("quits in time, and says what held it up, when a turn does not hear that it is to stop (M20)", async () => {
    const { core, log, open } = coreWith();
    const deaf = new FakeModel(async function* (): AsyncIterable<StepEvent> {
      yield { type: "text-delta", delta: "never mind" };
      await new Promise(() => {});
    });
    const conversations = open(deaf);
    const { id } = conversations.create({ modelId: null, headless: true });
    await conversations.live(id).send("go");
    await vi.waitFor(() => expect(deaf.requests).toHaveLength(1));
    const before = performance.now();
    await core.close();
    expect(performance.now() - before).toBeLessThan(QUIT_MS);
    expect(log.join("\n")).toContain("stop turns");
  });

  it("works with the servers that it has when the person's file is broken, and says where it is (M3)", () => {
    const mcpFile = path.join(tempFolder(), "mcp.json");
    writeFileSync(mcpFile, '{\n  "mcpServers": {\n    "a" 5\n');
    const { core, log } = coreWith({ mcpFile });
    expect(core.servers({ headless: true }).map(({ name }) => name)).toEqual(["playwright"]);
    expect(core.brokenFile?.message).toMatch(/line 3, column 9/);
    expect(log.join("\n")).toMatch(/line 3, column 9/);
  });

  it("notes the runtime's version as in use for as long as it is open (M25)", async () => {
    const { core, data, open } = coreWith();
    const root = path.join(data, "runtime");
    open(new FakeModel());
    expect(leaseHolders(root, BROWSER_SERVER_VERSION)).toMatchObject([{ pid: process.pid }]);
    await core.close();
    expect(leaseHolders(root, BROWSER_SERVER_VERSION)).toEqual([]);
  });

  it.each([null, "/nowhere/guard.js"])("starts nothing without a guard: %s", async (script) => {
    const { core } = coreWith({
      guardScript: script,
      runtimeRoots: [path.resolve(import.meta.dirname, "../../resources/runtime")],
    });
    expect(() => core.supervisor.makeFolder()).toThrow(/No server can be started/);
  });

  it("keeps conversations readable when the browser's extra arguments are refused (M24)", () => {
    const hostEnv = { ...process.env, PLAYWRIGHT_EXTRA_ARGS: "--port=1" };
    const { open } = coreWith({ hostEnv });
    const conversations = open(new FakeModel());
    const { id } = conversations.create({ modelId: null, headless: true });
    expect(conversations.open(id).servers).toMatchObject([
      { name: "playwright", failure: { code: "preset-argument-refused" } },
    ]);
  });

  it("lets what is set in the app win over the environment about the browser's window (M24)", () => {
    const coreOf = (word: string) =>
      coreWith({ hostEnv: { ...process.env, PLAYWRIGHT_HEADLESS: word } }).core;
    expect(coreOf("false").startsHeadless(undefined)).toBe(false);
    expect(coreOf("false").startsHeadless(true)).toBe(true);
    expect(coreOf("true").startsHeadless(false)).toBe(false);
    expect(coreOf("").startsHeadless(undefined)).toBe(true);
  });

  it("has the person's servers in the order of their file, then the browser (M1)", () => {
    const mcpFile = path.join(tempFolder(), "mcp.json");
    const entry = { command: "x" };
    writeFileSync(mcpFile, JSON.stringify({ mcpServers: { z: entry, a: entry, M: entry } }));
    const { core } = coreWith({ mcpFile });
    const names = () => core.servers({ headless: true }).map(({ name }) => name);
    expect(names()).toEqual(["z", "a", "M", "playwright"]);
  });

  it("leaves its browser out, with a warning, for a server of that very name (M1)", () => {
    const mcpFile = path.join(tempFolder(), "mcp.json");
    const entry = { command: "x" };
    writeFileSync(mcpFile, JSON.stringify({ mcpServers: { playwright: entry } }));
    const { core, log } = coreWith({ mcpFile });
    core.logPreset(true);
    expect(core.servers({ headless: true })).toMatchObject([{ name: "playwright", command: "x" }]);
    expect(log).toEqual([expect.stringContaining('called "playwright"')]);
    writeFileSync(mcpFile, JSON.stringify({ mcpServers: { Playwright: entry } }));
    core.serversFile.reload();
    expect(core.servers({ headless: true }).map(({ name }) => name)).toEqual([
      "Playwright",
      "playwright",
    ]);
  });

  it("never takes a server from a workspace, where the model can write (M1)", () => {
    const { core, data, open } = coreWith();
    const conversations = open(new FakeModel());
    const { id } = conversations.create({ modelId: null, headless: true });
    const workspace = path.join(data, "conversations", id, "workspace");
    writeFileSync(path.join(workspace, "mcp.json"), '{"mcpServers":{"a":{"command":"x"}}}');
    core.serversFile.reload();
    conversations.reconfigureServers();
    expect(
      conversations
        .live(id)
        .snapshot()
        .servers.map(({ name }) => name),
    ).toEqual(["playwright"]);
  });
});
