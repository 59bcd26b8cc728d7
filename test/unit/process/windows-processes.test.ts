import { describe, expect, it } from "vitest";
import { remainsOf } from "../../../src-main/process/abandoned.ts";
import { ProcessTable } from "../../../src-main/process/process-table.ts";
import { knownIn, treeIn } from "../../../src-main/process/process-tree.ts";
import type { WatchedChild } from "../../../src-main/process/watch-list.ts";
import {
  listWindowsProcesses,
  parseWindowsProcesses,
  windowsProcessLister,
  type WindowsProcess,
} from "../../../src-main/process/windows-process-list.ts";
import { windowsProcessTree } from "../../../src-main/process/windows-process-tree.ts";

const base64 = (text: string) => Buffer.from(text).toString("base64");

/** As the listing prints it: the system's own two processes have no command line, the first no start. */
const PRINTED = [
  "0 0 8192 - ",
  "4 0 151552 2026-11-30T06:12:01.1234560Z ",
  `5012 880 61865984 2026-11-30T20:05:09.0000010Z ${base64('"C:\\Program Files\\nodejs\\node.exe" server.js "Übung & Co" 日本')}`,
  "#< CLIXML",
  "",
].join("\r\n");

describe("the list of a Windows machine's processes", () => {
  it("is read from what PowerShell prints, in any letters", () => {
    expect(parseWindowsProcesses(PRINTED)).toEqual([
      { pid: 0, parent: 0, startedAt: "", commandLine: "", residentBytes: 8_192 },
      {
        pid: 4,
        parent: 0,
        startedAt: "2026-11-30T06:12:01.1234560Z",
        commandLine: "",
        residentBytes: 151_552,
      },
      {
        pid: 5_012,
        parent: 880,
        startedAt: "2026-11-30T20:05:09.0000010Z",
        commandLine: '"C:\\Program Files\\nodejs\\node.exe" server.js "Übung & Co" 日本',
        residentBytes: 61_865_984,
      },
    ]);
  });

  it("tells a start that can be read as a time, and compared letter by letter", () => {
    const [, system, node] = parseWindowsProcesses(PRINTED);
    expect(new Date(node?.startedAt ?? "").toISOString()).toBe("2026-11-30T20:05:09.000Z");
    expect((system?.startedAt ?? "") < (node?.startedAt ?? "")).toBe(true);
  });

  it.skipIf(process.platform === "win32")("is not there where PowerShell is not", async () => {
    expect(await listWindowsProcesses()).toBeNull();
    expect(await ProcessTable.readAside("win32")).toBeNull();
  });

  it("is asked of the system's own PowerShell, without a profile and without a question", async () => {
    const runs: (readonly [string, readonly string[]])[] = [];
    const list = windowsProcessLister((file, args) => {
      runs.push([file, args]);
      return Promise.resolve(PRINTED);
    });
    expect(await list()).toEqual(parseWindowsProcesses(PRINTED));
    const [[file, args] = ["", []]] = runs;
    expect(file).toBe("C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe");
    expect(args.slice(0, 4)).toEqual(["-NoLogo", "-NoProfile", "-NonInteractive", "-Command"]);
    expect(args[4]).toContain("Win32_Process");
  });

  it("is asked for once by all who want it while another listing is under way", async () => {
    let runs = 0;
    const list = windowsProcessLister(() => {
      runs += 1;
      return Promise.resolve(PRINTED);
    });
    const [first, ...later] = await Promise.all([list(), list(), list(), list()]);
    expect(runs).toBe(2);
    expect(later).toEqual([first, first, first]);
    await list();
    expect(runs).toBe(3);
  });

  it("can be had again after a listing that failed", async () => {
    const answers = [Promise.reject(new Error("restricted")), Promise.resolve(PRINTED)];
    const list = windowsProcessLister(() => answers.shift() ?? Promise.resolve(""));
    expect(await Promise.all([list(), list()])).toEqual([null, parseWindowsProcesses(PRINTED)]);
  });
});

/** A process that was started at this second. */
const row = (pid: number, parent: number, second: number): WindowsProcess => ({
  ...{ pid, parent, startedAt: `2026-11-30T20:00:${String(second).padStart(2, "0")}.0000000Z` },
  ...{ commandLine: "", residentBytes: 0 },
});

const pidsOf = (rows: readonly WindowsProcess[], ...known: readonly WindowsProcess[]) =>
  windowsProcessTree(rows, known).map(({ pid }) => pid);

describe("the tree of a process on Windows", () => {
  const shim = row(10, 1, 10);
  const server = row(11, 10, 11);
  const browser = row(12, 11, 12);
  const stranger = row(99, 1, 5);

  it("has all that it started, and what those started", () => {
    expect(pidsOf([stranger, shim, server, browser], shim)).toEqual([10, 11, 12]);
  });

  it("is known also when its first process is gone", () => {
    expect(pidsOf([stranger, server, browser], shim)).toEqual([11, 12]);
  });

  it("goes on below one that is gone, if that one was known", () => {
    expect(pidsOf([shim, browser], shim)).toEqual([10]);
    expect(pidsOf([shim, browser], shim, server)).toEqual([10, 12]);
  });

  it("has nobody whose dead parent had the same pid before", () => {
    expect(pidsOf([row(20, 10, 3), shim], shim)).toEqual([10]);
  });

  it("has nobody of a later process with the same pid, nor that one", () => {
    const later = row(10, 1, 30);
    expect(pidsOf([later, row(31, 10, 31), server], shim)).toEqual([11]);
  });

  it("ends also where two processes seem to be each other's parent", () => {
    expect(pidsOf([row(10, 11, 10), row(11, 10, 10)], row(10, 11, 10))).toEqual([10, 11]);
  });
});

describe("a table of a Windows machine", () => {
  const shim = row(10, 1, 10);
  const server = { ...row(11, 10, 11), commandLine: 'node "a b.js"', residentBytes: 5 };
  const stranger = row(12, 10, 3);
  const table = ProcessTable.fromWindows([shim, server, stranger]);
  const gone = ProcessTable.fromWindows([server, stranger]);
  const pids = (rows: readonly { pid: number }[] | null) => rows?.map(({ pid }) => pid);

  it("tells memory and the command line as it was written", () => {
    expect(table?.argumentsOf(11)).toEqual(['node "a b.js"']);
    expect(table?.argumentsOf(10)).toEqual([]);
    expect(table?.memoryOf(11)).toBe(5);
    expect(table?.carries(11, "PILOTHOUSE_PROCESS=x")).toBe(false);
  });

  it("has the tree of a child also when that has ended, and nobody who only has its pid for a parent", () => {
    expect(pids(table && treeIn(table, shim, "M=1"))).toEqual([10, 11]);
    expect(pids(gone && treeIn(gone, shim, "M=1"))).toEqual([11]);
  });

  it("has whoever has the pid of a child whose start is not known yet", () => {
    const child = { pid: 10, startedAt: "" };
    expect(pids(table && treeIn(table, child, "M=1"))).toEqual([10, 11]);
    expect(pids(gone && treeIn(gone, child, "M=1"))).toEqual([]);
  });

  it("goes on to know whom an earlier one had", () => {
    const later = ProcessTable.fromWindows([row(13, 11, 13), row(11, 1, 12)]);
    expect(pids(later && knownIn(later, [server]))).toEqual([]);
    const orphan = ProcessTable.fromWindows([row(13, 11, 13)]);
    expect(pids(orphan && knownIn(orphan, [server]))).toEqual([13]);
  });

  it("tells the guard what is left of each child", () => {
    const child: WatchedChild = {
      ...{ mark: "M=1", id: shim, group: 10, command: null, boot: "" },
      ...{ name: "files", conversationId: null },
    };
    expect(pids(remainsOf([child, { ...child, id: null }], gone, []))).toEqual([11]);
    expect(pids(remainsOf([child], table, [server]))).toEqual([11, 10]);
  });
});
