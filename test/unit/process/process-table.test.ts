import { spawn, execFileSync } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it, onTestFinished } from "vitest";
import { MARK_VARIABLE } from "../../../src-main/process/process-id.ts";
import { ProcessTable, startTime } from "../../../src-main/process/process-table.ts";
import { identify, treeIn } from "../../../src-main/process/process-tree.ts";
import { PS_ARGS } from "../../../src-main/process/ps-list.ts";

const MIB = 1024 * 1024;

/** A program that holds this much memory and carries the mark; ended with the test. */
async function program(mark: string, ...args: readonly string[]): Promise<number> {
  const script = `globalThis.held = Buffer.alloc(64 * ${MIB}, 1); console.log("up"); setInterval(() => {}, 1e6)`;
  const child = spawn(process.execPath, ["-e", script, "--", ...args], {
    env: { ...process.env, [MARK_VARIABLE]: mark },
    stdio: ["ignore", "pipe", "ignore"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
  return child.pid ?? 0;
}

describe.runIf(process.platform === "linux")("the table of processes, out of /proc", () => {
  it("tells of a process its parent, its command line, its mark and its memory", async () => {
    const pid = await program("one", "an argument", "");
    const table = ProcessTable.read();
    const row = table?.rows.find((one) => one.pid === pid);
    expect(row).toMatchObject({ parent: process.pid, alive: true });
    expect(table?.argumentsOf(pid)?.slice(-3)).toEqual(["--", "an argument", ""]);
    expect(table?.carries(pid, `${MARK_VARIABLE}=one`)).toBe(true);
    expect(table?.carries(pid, `${MARK_VARIABLE}=on`)).toBe(false);
    expect(table?.memoryOf(pid)).toBeGreaterThan(64 * MIB);
  });
});

describe.skipIf(process.platform === "win32")("the table of processes, out of ps", () => {
  it("tells of a process its parent, its start, its memory and its command line", async () => {
    const pid = await program("two", "an-argument");
    const printed = execFileSync("ps", PS_ARGS, {
      encoding: "utf8",
      env: { ...process.env, LC_ALL: "C" },
    });
    const table = ProcessTable.fromPs(printed);
    const row = table?.rows.find((one) => one.pid === pid);
    expect(row).toMatchObject({ parent: process.pid, alive: true });
    expect(Date.parse(row?.startedAt ?? "")).not.toBeNaN();
    expect(table?.argumentsOf(pid)).toContain("an-argument");
    expect(table?.memoryOf(pid)).toBeGreaterThan(64 * MIB);
  });

  it("reads a command line with a colon, a zombie and a line that says nothing", () => {
    const table = ProcessTable.fromPs(
      [
        "    1     0     1 Ss    9000 Mon Nov  2 08:01:09 2026     /sbin/launchd",
        "  612     1   612 S    10240 Mon Nov 30 21:23:40 2026     /bin/node -e 12:30 x",
        "  613   612   612 Z        0 Mon Nov 30 21:23:41 2026     (node)",
        "",
      ].join("\n"),
    );
    expect(table?.rows.map(({ pid, alive }) => [pid, alive])).toEqual([
      [1, true],
      [612, true],
      [613, false],
    ]);
    expect(table?.argumentsOf(612)).toEqual(["/bin/node", "-e", "12:30", "x"]);
    expect(table?.memoryOf(612)).toBe(10 * MIB);
    const leader = { pid: 612, startedAt: "Mon Nov 30 21:23:40 2026" };
    expect(table && treeIn(table, leader, "M=1").map(({ pid }) => pid)).toEqual([612]);
    expect(table && treeIn(table, { ...leader, startedAt: "earlier" }, "M=1")).toEqual([]);
  });
});

describe("the start of a process", () => {
  it("is told as a time", async () => {
    const before = Date.now();
    const id = identify(await program("three"));
    // The system counts in hundredths of a second, from a boot that it tells in whole seconds.
    if (id && process.platform !== "win32") {
      expect(Math.abs((startTime(id) ?? 0) - before)).toBeLessThan(5_000);
    }
  });
});
