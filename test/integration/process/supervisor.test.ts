import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { silentLogger } from "../../../src-main/base/logger.ts";
import { Redactor } from "../../../src-main/base/redactor.ts";
import { childEnvironment } from "../../../src-main/process/environment.ts";
import type { ProcessSpec } from "../../../src-main/process/supervised-process.ts";
import { Supervisor } from "../../../src-main/process/supervisor.ts";
import { guardScript, launchContext } from "../../support/launch-context.ts";
import { isRunning, processesWith } from "../../support/processes.ts";
import { tempFolder } from "../../support/temp-folder.ts";

/** Long enough that only the supervisor's own limits can end a child. In milliseconds. */
const PATIENT = { afterStdinEnd: 60_000, afterTerm: 60_000 };

/** All that a quit may take (M20). In milliseconds. */
const QUIT_MS = 5_000;

const DEAF = "process.on('SIGTERM',()=>{});setInterval(()=>{},1000)";

function spec(script: string): ProcessSpec {
  const cwd = tempFolder();
  return {
    name: "test",
    command: process.execPath,
    // The folder among the arguments tells the process apart from any other.
    args: ["-e", script, cwd],
    cwd,
    env: childEnvironment(process.env, {}),
    graces: PATIENT,
  };
}

describe("the supervisor", () => {
  it("ends within the time of a quit what listens to nothing", async () => {
    const { supervisor } = launchContext();
    const child = await supervisor.start(spec(DEAF), "warn");
    const before = performance.now();
    await supervisor.stopAll();
    expect(performance.now() - before).toBeLessThan(QUIT_MS);
    expect(isRunning(child.pid)).toBe(false);
  });

  it("waits at the quit also for a child whose start is under way", async () => {
    const { supervisor } = launchContext();
    const deaf = spec(DEAF);
    const starting = supervisor.start(deaf, "warn");
    await supervisor.stopAll();
    expect(processesWith(deaf.cwd)).toEqual([]);
    await starting;
  });

  it("starts nothing any more after the quit", async () => {
    const { supervisor } = launchContext();
    await supervisor.stopAll();
    await expect(supervisor.start(spec(DEAF), "warn")).rejects.toMatchObject({ code: "app-quits" });
  });

  it("ends what a child leaves behind by itself, and takes the folder only then", async () => {
    const { supervisor } = launchContext();
    const folder = supervisor.makeFolder();
    // Writes into the folder without a pause, and outlives its parent.
    const busy = `let i=0;process.on('SIGTERM',()=>{});for(;;)require('fs').writeFileSync('${folder.path}/f'+(i=(i+1)%1000),'x')`;
    const leave = `const c=require('child_process').spawn(process.execPath,['-e',${JSON.stringify(busy)}],{detached:true,stdio:'ignore'});c.unref();console.log(c.pid);setTimeout(()=>process.exit(0),300)`;
    const child = await supervisor.start(
      { ...spec(leave), graces: { afterStdinEnd: 200, afterTerm: 200 } },
      "warn",
    );
    const heir = new Promise<number>((resolve) =>
      child.stdout.once("data", (chunk: Buffer) => resolve(Number(chunk.toString()))),
    );
    await child.gone;
    expect(isRunning(await heir)).toBe(false);
    folder.release();
    expect(existsSync(folder.path)).toBe(false);
  });

  it("starts no server that nobody would guard", async () => {
    const supervisor = new Supervisor({
      node: null,
      guardScript,
      redactor: new Redactor(),
      logger: silentLogger,
    });
    await expect(supervisor.start(spec(DEAF), "warn")).rejects.toMatchObject({ code: "no-guard" });
  });
});
