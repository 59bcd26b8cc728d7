import { tmpdir } from "node:os";
import { describe, expect, it } from "vitest";
import { AppError } from "../../../src-main/base/errors.ts";
import { runProgram, type RunOptions } from "../../../src-main/process/run-program.ts";
import { launchContext } from "../../support/launch-context.ts";
import { processesWith } from "../../support/processes.ts";

function run(script: string, options: Partial<RunOptions> = {}) {
  const { supervisor } = launchContext();
  const spec = {
    name: "a program",
    command: process.execPath,
    args: ["--eval", script],
    cwd: tmpdir(),
    env: {},
    graces: { afterStdinEnd: 0, afterTerm: 1_000 },
  };
  return runProgram(supervisor, spec, {
    signal: new AbortController().signal,
    timeoutMs: 30_000,
    ...options,
  });
}

describe("a program that is run to its end", () => {
  it("tells its code and what it has written", async () => {
    expect(await run("console.log('out'); console.error('err'); process.exitCode = 3")).toEqual({
      code: 3,
      stdout: "out\n",
      stderr: "err",
    });
  });

  it("is ended when it is not waited for any more", async () => {
    const signal = AbortSignal.timeout(300);
    const work = run("setInterval(() => {}, 1000) /* given up */", { signal });
    await expect(work).rejects.toMatchObject({ name: "TimeoutError" });
    expect(processesWith("given up")).toEqual([]);
  });

  it("is ended when it takes too long, and is told by its name", async () => {
    const work = run("setInterval(() => {}, 1000) /* too slow */", { timeoutMs: 1_000 });
    const error: unknown = await work.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({
      code: "program-timed-out",
      message: "a program did not end within 1 s.",
    });
    expect(processesWith("too slow")).toEqual([]);
  });
});
