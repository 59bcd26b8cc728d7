import { describe, expect, it } from "vitest";
import {
  listWindowsProcesses,
  listWindowsProcessesNow,
  parseWindowsProcesses,
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
    expect(listWindowsProcessesNow()).toBeNull();
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
