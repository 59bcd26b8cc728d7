import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { loggerTo } from "../../../src-main/base/logger.ts";
import { Guard } from "../../../src-main/process/guard.ts";
import { identify } from "../../../src-main/process/process-tree.ts";
import { WatchList } from "../../../src-main/process/watch-list.ts";
import { kindNames } from "../../fixtures/stubborn/kinds.ts";
import { HostProcess } from "../../support/host-process.ts";
import { guardScript } from "../../support/launch-context.ts";
import { isRunning } from "../../support/processes.ts";
import { tempFolder } from "../../support/temp-folder.ts";

/** Nothing of the app runs this long after it has gone (M20). In milliseconds. */
const ALL_GONE_MS = 5_000;

describe("the guard", () => {
  it("ends what it knows of also when the app was cut off in the middle of a line", async () => {
    const stubborn = spawn(process.execPath, [
      "-e",
      "process.on('SIGTERM',()=>{});setInterval(()=>{},1000)",
    ]);
    onTestFinished(() => void stubborn.kill("SIGKILL"));
    await once(stubborn, "spawn");
    const id = identify(stubborn.pid ?? 0);
    const guard = spawn(process.execPath, [guardScript], { stdio: ["pipe", "ignore", "ignore"] });
    const ended = once(guard, "exit");
    guard.stdin.write(`${JSON.stringify({ add: { id, mark: "PILOTHOUSE_PROCESS=none" } })}\n`);
    guard.stdin.end('{"add":{"id":{"pid":');
    await vi.waitFor(() => expect(isRunning(stubborn.pid ?? 0)).toBe(false), ALL_GONE_MS);
    expect(await ended).toEqual([0, null]);
  });

  it("ends every kind of server when the app is killed (B2.3, R9)", async () => {
    const host = await HostProcess.start(tempFolder(), kindNames);
    await host.kill();
    await vi.waitFor(() => expect(host.servers()).toEqual([]), ALL_GONE_MS);
  });

  it("is started again when it was killed, and knows all that the one before knew", async () => {
    const host = await HostProcess.start(tempFolder(), kindNames);
    const first = host.guard() ?? 0;
    process.kill(first, "SIGKILL");
    await vi.waitFor(() => expect([null, first]).not.toContain(host.guard()), ALL_GONE_MS);
    await host.kill();
    await vi.waitFor(() => expect(host.servers()).toEqual([]), ALL_GONE_MS);
  });

  it("is not started again and again at once where it cannot run", async () => {
    const said: string[] = [];
    const logger = loggerTo((_level, line) => said.push(line));
    const list = new WatchList();
    const guard = new Guard({ node: process.execPath, script: "/nowhere/guard.js", list, logger });
    onTestFinished(() => guard.dispose());
    await vi.waitFor(() => expect(said).toHaveLength(2), ALL_GONE_MS);
    const before = performance.now();
    await vi.waitFor(() => expect(said).toHaveLength(3), ALL_GONE_MS);
    expect(performance.now() - before).toBeGreaterThan(900);
    expect(said[0]).toBe("The guard process has ended (1); it is started again.");
  });
});
