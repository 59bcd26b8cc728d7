import { execFileSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { Redactor } from "../../../src-main/base/redactor.ts";
import { childEnvironment } from "../../../src-main/process/environment.ts";
import { UNKNOWN_START } from "../../../src-main/process/process-id.ts";
import { identify } from "../../../src-main/process/process-tree.ts";
import {
  SupervisedProcess,
  type ProcessSpec,
} from "../../../src-main/process/supervised-process.ts";
import { isRunning, processesWith } from "../../support/processes.ts";
import { tempFolder } from "../../support/temp-folder.ts";

/** Short graces, so that the whole ladder is climbed in a blink. In milliseconds. */
const QUICK = { afterStdinEnd: 150, afterTerm: 150 };

let started = 0;

async function start(script: string, options: Partial<ProcessSpec> = {}) {
  const spec: ProcessSpec = {
    name: "test",
    command: process.execPath,
    args: ["-e", script],
    cwd: tempFolder(),
    env: childEnvironment(process.env, {}),
    graces: QUICK,
    ...options,
  };
  started += 1;
  const redactor = new Redactor();
  redactor.add("top-secret");
  const child = await SupervisedProcess.start(
    spec,
    `test-${process.pid}-${started}`,
    redactor,
    () => {},
  );
  onTestFinished(async () => void (await child.stop({ afterStdinEnd: 0, afterTerm: 0 })));
  return child;
}

async function firstLine(child: SupervisedProcess): Promise<string> {
  return await new Promise((resolve) => {
    child.stdout.once("data", (chunk: Buffer) => resolve(chunk.toString().trim()));
  });
}

/** Files that the test process may have open while it tries what happens without any left. */
const FEW_FILES = 300;

/** Uses up every file that this process may still open, until the test ends or it is told to give them back. */
function withoutFreeFiles(): { giveBack: () => void } {
  const limit = (soft: string) =>
    execFileSync("prlimit", ["--pid", String(process.pid), `--nofile=${soft}:`]);
  const before = execFileSync("prlimit", [
    ...["--pid", String(process.pid), "--nofile", "--output=SOFT", "--noheadings"],
  ]);
  limit(String(FEW_FILES));
  const open: number[] = [];
  try {
    for (;;) open.push(openSync("/dev/null", "r"));
  } catch {
    // None is left now.
  }
  const giveBack = () => {
    for (const file of open.splice(0)) closeSync(file);
  };
  onTestFinished(() => {
    giveBack();
    limit(before.toString().trim());
  });
  return { giveBack };
}

const POLITE =
  "process.stdin.resume(); process.stdin.on('end', () => process.exit(0)); console.log('up')";
const DEAF = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('up')";
const endless = "setInterval(()=>{},1000)";

describe("a supervised process", () => {
  it("gets its arguments byte for byte, without a shell between", async () => {
    const argument = `a b "c" 'd' $HOME \\ * ünï\n`;
    const child = await start("", {
      args: ["-e", "console.log(JSON.stringify(process.argv[1]))", argument],
    });
    expect(JSON.parse(await firstLine(child))).toBe(argument);
  });

  it("ends by itself when its stdin ends", async () => {
    const child = await start(POLITE, { graces: { afterStdinEnd: 5_000, afterTerm: 0 } });
    await firstLine(child);
    expect(await child.stop()).toEqual({ code: 0, signal: null, asked: true });
  });

  it("is killed when it hears neither the end of stdin nor SIGTERM", async () => {
    const child = await start(DEAF);
    await firstLine(child);
    expect(await child.stop()).toEqual({ code: null, signal: "SIGKILL", asked: true });
  });

  it("takes a second stop as the order to go at once", async () => {
    const child = await start(DEAF, { graces: { afterStdinEnd: 60_000, afterTerm: 60_000 } });
    await firstLine(child);
    void child.stop();
    expect((await child.stop()).signal).toBe("SIGKILL");
  });

  it("takes along a grandchild that left its group and its parent", async () => {
    const fork = `const {spawn}=require("child_process");
      const middle=spawn(process.execPath,["-e",
        "const g=require('child_process').spawn(process.execPath,['-e','process.on(\\"SIGTERM\\",()=>{});${endless}'],{detached:true,stdio:'ignore'});g.unref();console.log(g.pid)"]);
      middle.stdout.pipe(process.stdout); ${endless}`;
    const child = await start(fork);
    const grandchild = Number(await firstLine(child));
    expect(isRunning(grandchild)).toBe(true);
    await child.stop();
    await vi.waitFor(() => expect(isRunning(grandchild)).toBe(false));
  });

  it("is ended while it stands still by SIGSTOP", async () => {
    const child = await start(DEAF);
    await firstLine(child);
    process.kill(child.pid, "SIGSTOP");
    expect((await child.stop()).signal).toBe("SIGKILL");
  });

  it("is known to have exited while a grandchild still holds its stdout", async () => {
    const child = await start(
      `require("child_process").spawn(process.execPath,["-e","${endless}"],{stdio:["ignore","inherit","ignore"]}); setTimeout(()=>process.exit(3),50)`,
    );
    expect(await child.exited).toEqual({ code: 3, signal: null, asked: false });
    await child.stop();
    expect(child.tree()).toEqual([]);
  });

  it("never blocks on stderr, keeps the last 20 lines of it and hides secrets in them", async () => {
    const child = await start(
      "for (let i = 0; i < 40000; i++) process.stderr.write('line ' + i + ' top-secret\\n')",
    );
    expect((await child.exited).code).toBe(0);
    expect(child.stderrTail()).toHaveLength(20);
    expect(child.stderrTail().at(-1)).toBe("line 39999 [REDACTED]");
  });

  it("says what is missing when the command does not exist", async () => {
    await expect(start("", { command: "/nowhere/at-all" })).rejects.toMatchObject({
      code: "command-not-found",
      message: expect.stringContaining("/nowhere/at-all") as string,
    });
  });

  it("says that it could not be started when its arguments are longer than the system takes", async () => {
    const tooLong = "x".repeat(4 * 1024 * 1024);
    await expect(start("", { args: [tooLong] })).rejects.toMatchObject({
      code: "not-started",
      message: expect.stringContaining("E2BIG") as string,
    });
  });

  it.runIf(process.platform === "linux")(
    "says that it could not be started when the app can open no more files",
    async () => {
      const cwd = tempFolder();
      const { giveBack } = withoutFreeFiles();
      const starting = start("", { cwd });
      giveBack();
      await expect(starting).rejects.toMatchObject({
        code: "not-started",
        message: expect.stringContaining("EMFILE") as string,
      });
    },
  );

  it.runIf(process.platform === "linux")(
    "is ended also when the app can open no more files",
    async () => {
      const child = await start(DEAF);
      await firstLine(child);
      const { giveBack } = withoutFreeFiles();
      const stopping = child.stop();
      await expect(stopping).resolves.toMatchObject({ signal: "SIGKILL" });
      expect(isRunning(child.pid)).toBe(false);
      giveBack();
    },
  );

  it.runIf(process.platform === "linux")(
    "is known by its pid when it was started while the app could open no more files",
    async () => {
      const child = await start(DEAF);
      const { giveBack } = withoutFreeFiles();
      const known = identify(child.pid);
      giveBack();
      expect(known).toEqual({ pid: child.pid, startedAt: UNKNOWN_START });
    },
  );

  it("takes along whom it starts without a pause, and who leaves it at once", async () => {
    const cwd = tempFolder();
    const spray = `trap '' TERM; echo up; while :; do SPRAYED=${cwd} setsid sleep 60 & sleep 0.004; done`;
    const child = await start("", { command: "/bin/sh", args: ["-c", spray], cwd });
    await firstLine(child);
    await child.stop({ afterStdinEnd: 300, afterTerm: 0 });
    expect(processesWith(`SPRAYED=${cwd}`)).toEqual([]);
  });

  it("says that the folder is missing, and does not blame the command", async () => {
    await expect(start("", { cwd: "/nowhere/at-all" })).rejects.toMatchObject({
      code: "folder-not-found",
    });
  });
});
