import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { loggerTo } from "../../../src-main/base/logger.ts";
import { Guard } from "../../../src-main/process/guard.ts";
import { GuardRun } from "../../../src-main/process/guard-run.ts";
import { identify } from "../../../src-main/process/process-tree.ts";
import { WatchList } from "../../../src-main/process/watch-list.ts";
import { kindNames } from "../../fixtures/stubborn/kinds.ts";
import { HostProcess } from "../../support/host-process.ts";
import { guardScript, launchContext } from "../../support/launch-context.ts";
import { guardOf, isRunning } from "../../support/processes.ts";
import { tempFolder } from "../../support/temp-folder.ts";

/** Nothing of the app runs this long after it has gone (M20). In milliseconds. */
const ALL_GONE_MS = 5_000;

const ourGuard = { node: process.execPath, script: guardScript };

/** A program that hears no SIGTERM; ended with the test. */
async function stubbornProgram(): Promise<number> {
  const script = "process.on('SIGTERM',()=>{});setInterval(()=>{},1000);console.log('up')";
  const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "ignore"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
  return child.pid ?? 0;
}

/** Lets it stand still from now on. */
function hung(pid: number | null): number {
  if (pid === null) throw new Error("It does not run.");
  process.kill(pid, "SIGSTOP");
  return pid;
}

// That of the test before ends by itself, and would be taken for this one's.
beforeEach(() => vi.waitFor(() => expect(guardOf(process.pid)).toBeNull(), ALL_GONE_MS));

describe("the guard", () => {
  it("is replaced when it stands still, and the next one knows all that it knew", async () => {
    const stubborn = await stubbornProgram();
    const said: string[] = [];
    const logger = loggerTo((_level, line) => said.push(line));
    const list = new WatchList();
    list.applyText(JSON.stringify({ add: { id: identify(stubborn), mark: "M=none" } }));
    const guard = new Guard({ ...ourGuard, list, logger, answerMs: 1_000 });
    const first = await vi.waitFor(() => hung(guardOf(process.pid)), ALL_GONE_MS);
    guard.tell({ addFolder: "/tmp/ph-nowhere" });
    await vi.waitFor(() => expect([null, first]).not.toContain(guardOf(process.pid)), ALL_GONE_MS);
    expect(isRunning(first)).toBe(false);
    expect(said).toEqual(["The guard process has ended (it gave no answer); it is started again."]);
    await guard.close();
    await vi.waitFor(() => expect(isRunning(stubborn)).toBe(false), ALL_GONE_MS);
  });

  it("is left alone when it goes on in time", async () => {
    const run = new GuardRun({ ...ourGuard, answerMs: 60_000 });
    onTestFinished(() => run.end());
    expect(await run.hears(ALL_GONE_MS)).toBe(true);
    const pid = hung(guardOf(process.pid));
    expect(await run.hears(100)).toBe(false);
    process.kill(pid, "SIGCONT");
    expect(await run.hears(ALL_GONE_MS)).toBe(true);
  });

  it("is ended by the quit also when it stands still, and its folders go all the same", async () => {
    const { supervisor } = launchContext();
    const folder = supervisor.makeFolder();
    const guard = await vi.waitFor(() => hung(guardOf(process.pid)), ALL_GONE_MS);
    await supervisor.stopAll();
    await vi.waitFor(() => expect(isRunning(guard)).toBe(false));
    expect(existsSync(folder.path)).toBe(false);
  });

  it("ends what it knows of also when the app was cut off in the middle of a line", async () => {
    const stubborn = await stubbornProgram();
    const id = identify(stubborn);
    const guard = spawn(process.execPath, [guardScript], { stdio: ["pipe", "ignore", "ignore"] });
    const ended = once(guard, "exit");
    guard.stdin.write(`${JSON.stringify({ add: { id, mark: "PILOTHOUSE_PROCESS=none" } })}\n`);
    guard.stdin.end('{"add":{"id":{"pid":');
    await vi.waitFor(() => expect(isRunning(stubborn)).toBe(false), ALL_GONE_MS);
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
    onTestFinished(async () => void (await guard.close()));
    await vi.waitFor(() => expect(said).toHaveLength(2), ALL_GONE_MS);
    const before = performance.now();
    await vi.waitFor(() => expect(said).toHaveLength(3), ALL_GONE_MS);
    expect(performance.now() - before).toBeGreaterThan(900);
    expect(said[0]).toBe("The guard process has ended (1); it is started again.");
  });
});
