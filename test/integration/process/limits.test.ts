import { describe, expect, it, onTestFinished } from "vitest";
import { loggerTo } from "../../../src-main/base/logger.ts";
import { Redactor } from "../../../src-main/base/redactor.ts";
import { childEnvironment } from "../../../src-main/process/environment.ts";
import { LOG_LINES_PER_SECOND } from "../../../src-main/process/line-cap.ts";
import type { ProcessSpec } from "../../../src-main/process/supervised-process.ts";
import { Supervisor, type LimitBroken } from "../../../src-main/process/supervisor.ts";
import { guardScript } from "../../support/launch-context.ts";
import { processesWith } from "../../support/processes.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const MIB = 1024 * 1024;

/** Often, so that a test need not wait. In milliseconds. */
const LOOK_MS = 100;

function supervisorWithLog() {
  const log: string[] = [];
  const redactor = new Redactor();
  redactor.add("a-secret-of-the-server");
  const supervisor = new Supervisor({
    node: process.execPath,
    guardScript,
    redactor,
    logger: loggerTo((_level, line) => log.push(line)),
    memoryLookMs: LOOK_MS,
  });
  onTestFinished(() => supervisor.stopAll());
  return { supervisor, log };
}

function spec(script: string, more: Partial<ProcessSpec> = {}): ProcessSpec {
  const cwd = tempFolder();
  return {
    name: "hungry",
    command: process.execPath,
    args: ["-e", script, cwd],
    cwd,
    env: childEnvironment(process.env, {}),
    graces: { afterStdinEnd: 500, afterTerm: 500 },
    ...more,
  };
}

/** Most of it is held by one that it has started, and that hears nothing. */
const HUNGRY = `require("node:child_process").spawn(process.execPath, ["-e",
  "process.on('SIGTERM',()=>{}); globalThis.held = Buffer.alloc(200 * ${MIB}, 1); setInterval(()=>{}, 1000)", process.argv[1]],
  { detached: true, stdio: "ignore" }); setInterval(() => {}, 1000)`;

const brokenBy = (supervisor: Supervisor): Promise<LimitBroken> =>
  new Promise((resolve) => supervisor.limitBroken.on(resolve));

describe.runIf(process.platform === "linux")("the memory of a server", () => {
  it("is that of its whole tree, and over its limit the server is ended with a sentence", async () => {
    const { supervisor, log } = supervisorWithLog();
    const hungry = spec(HUNGRY, { memoryLimitBytes: 150 * MIB });
    const broken = brokenBy(supervisor);
    const child = await supervisor.start(hungry, "warn");
    const { reason } = await broken;
    expect(supervisor.memoryOf(child)).toBeGreaterThan(150 * MIB);
    const exit = await child.gone;
    expect(exit.asked).toBe(false);
    expect(child.endedFor).toBe(reason);
    expect(reason).toMatchObject({
      code: "memory-limit",
      message: expect.stringMatching(
        /^Pilothouse ended the server "hungry": .* used 0\.\d GiB of memory, and 0\.1 GiB is the limit\./,
      ) as string,
    });
    expect(child.stderrTail().at(-1)).toBe(reason.message);
    expect(log).toContain(`hungry mcp: ${reason.message}`);
    expect(processesWith(hungry.cwd)).toEqual([]);
    expect(supervisor.memoryOf(child)).toBeNull();
  });

  it("may be what it wants to be below its limit", async () => {
    const { supervisor } = supervisorWithLog();
    const child = await supervisor.start(spec(HUNGRY), "warn");
    await expect
      .poll(() => supervisor.memoryOf(child), { timeout: 10_000 })
      .toBeGreaterThan(200 * MIB);
    expect(child.state).toBe("running");
  });
});

describe("a server that writes 100,000 lines a second to stderr", () => {
  it("fills no log, which tells how much it left out, and its last lines are kept all the same", async () => {
    const { supervisor, log } = supervisorWithLog();
    const flood = spec(
      `let n = 0; const lines = () => Array.from({ length: 10_000 }, () => "line " + n++ + " a-secret-of-the-server").join("\\n") + "\\n";
       const timer = setInterval(() => { process.stderr.write(lines()); if (n >= 200_000) clearInterval(timer); }, 100)`,
    );
    const startedAt = performance.now();
    const child = await supervisor.start(flood, "warn");
    await child.exited;
    const seconds = Math.ceil((performance.now() - startedAt) / 1_000);
    expect(log.length).toBeLessThanOrEqual((LOG_LINES_PER_SECOND + 1) * (seconds + 1));
    expect(log).toContainEqual(
      expect.stringMatching(/\(\d+ more lines in this second are not in the log\)/),
    );
    const told = log.map((line) => Number(/\((\d+) more/.exec(line)?.[1] ?? 1));
    expect(told.reduce((sum, count) => sum + count, 0)).toBe(200_000);
    expect(child.stderrTail()).toHaveLength(20);
    expect(child.stderrTail().at(-1)).toBe("line 199999 [REDACTED]");
    expect(log.join()).not.toContain("a-secret-of-the-server");
  });
});
