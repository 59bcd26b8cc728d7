import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { identify } from "../../../src-main/process/process-tree.ts";
import { guardScript } from "../../support/launch-context.ts";
import { isRunning } from "../../support/processes.ts";

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
});
