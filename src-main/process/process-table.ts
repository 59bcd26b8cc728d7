import {
  listProc,
  procBootId,
  procStartTime,
  readMark,
  readMemory,
  readProcCommandLine,
  readStat,
} from "./proc-files.ts";
import { UNKNOWN_START, type FullRow, type ProcessId, type ProcessRow } from "./process-id.ts";
import { parsePs, runPs, runPsAside } from "./ps-list.ts";
import { listWindowsProcesses, type WindowsProcess } from "./windows-process-list.ts";

/*
 * The one reader of the system's table of processes: `/proc` on Linux, `ps` on macOS, PowerShell on
 * Windows. The last takes a second, so there is a table of Windows only for who can wait; who cannot
 * learns there whether a pid answers, and no more.
 */

/** Reads all processes without holding up the caller; null where the system does not tell. */
export type ReadTable = () => Promise<ProcessTable | null>;

/** All processes of the machine at one moment. What a row does not hold is read when it is asked for. */
export class ProcessTable {
  readonly rows: readonly ProcessRow[];
  /** Whether a row goes on naming a parent that is gone, whose pid may be another's by now. */
  readonly keepsDeadParents: boolean;
  /** By pid; null where they are asked for one by one. */
  readonly #full: ReadonlyMap<number, FullRow> | null;
  readonly #marks = new Map<number, string | null>();

  private constructor(
    rows: readonly ProcessRow[],
    full: readonly FullRow[] | null,
    keepsDeadParents: boolean,
  ) {
    this.rows = rows;
    this.#full = full && new Map(full.map((row) => [row.pid, row]));
    this.keepsDeadParents = keepsDeadParents;
  }

  /** At once; null where the system does not tell, and on Windows, where it would take too long. */
  static read(platform: NodeJS.Platform = process.platform): ProcessTable | null {
    if (platform === "win32") return null;
    return platform === "linux" ? ProcessTable.#ofProc() : ProcessTable.fromPs(runPs());
  }

  /** The same without holding up the caller's thread for another program, and so on Windows too. */
  static async readAside(
    platform: NodeJS.Platform = process.platform,
  ): Promise<ProcessTable | null> {
    if (platform === "win32") return ProcessTable.fromWindows(await listWindowsProcesses());
    return platform === "linux" ? ProcessTable.#ofProc() : ProcessTable.fromPs(await runPsAside());
  }

  /** Of what `ps` printed. */
  static fromPs(printed: string | null): ProcessTable | null {
    if (printed === null) return null;
    const rows = parsePs(printed);
    return new ProcessTable(rows, rows, false);
  }

  /** Of a Windows machine's list. */
  static fromWindows(list: readonly WindowsProcess[] | null): ProcessTable | null {
    if (list === null) return null;
    const rows = list.map(rowOfWindows);
    return new ProcessTable(rows, rows, true);
  }

  static #ofProc(): ProcessTable | null {
    const rows = listProc();
    return rows && new ProcessTable(rows, null, false);
  }

  /** Null for what is gone, may not be read, or has no command line, as a zombie. */
  argumentsOf(pid: number): readonly string[] | null {
    return this.#full ? (this.#full.get(pid)?.args ?? null) : readProcCommandLine(pid);
  }

  /** Whether the process carries this mark, `NAME=value`, in its environment; only Linux tells. */
  carries(pid: number, mark: string): boolean {
    if (this.#full) return false;
    const known = this.#marks.get(pid);
    if (known !== undefined) return known === mark;
    const found = readMark(pid);
    this.#marks.set(pid, found);
    return found === mark;
  }

  /**
   * Memory that the process alone holds, in bytes. On Linux without the files that it has mapped: those
   * are shared by all of a browser's processes and are given back when memory is short.
   */
  memoryOf(pid: number): number {
    return this.#full ? (this.#full.get(pid)?.memory ?? 0) : readMemory(pid);
  }
}

/** Windows tells the command line unsplit, and has no groups and no zombies. */
function rowOfWindows(row: WindowsProcess): FullRow {
  const { pid, parent, startedAt, commandLine, residentBytes } = row;
  const args = commandLine === "" ? [] : [commandLine];
  return { pid, parent, startedAt, args, group: 0, alive: true, memory: residentBytes };
}

/** The process that runs under this pid; null when none does, `"unknown"` where the system does not tell. */
export function processRow(
  pid: number,
  platform: NodeJS.Platform = process.platform,
): ProcessRow | null | "unknown" {
  if (!isAnswering(pid)) return null;
  if (platform === "linux") return readStat(pid);
  const table = ProcessTable.read(platform);
  return table ? (table.rows.find((row) => row.pid === pid) ?? null) : "unknown";
}

/** Whether some process has this pid, were it another user's. */
export function isAnswering(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** The command line of one process; null for what is gone, may not be read or has none, and on Windows. */
export function readCommandLine(pid: number): readonly string[] | null {
  if (process.platform !== "linux") return ProcessTable.read()?.argumentsOf(pid) ?? null;
  return readProcCommandLine(pid);
}

/** When a process started, in milliseconds since 1970; null where the system does not tell. */
export function startTime({ startedAt }: ProcessId): number | null {
  if (startedAt === UNKNOWN_START) return null;
  if (process.platform === "linux") return procStartTime(startedAt);
  const since = Date.parse(startedAt);
  return Number.isNaN(since) ? null : since;
}

/** Tells one run of the machine from the next, since `/proc` counts starts from its boot; "" elsewhere. */
export function bootId(): string {
  return process.platform === "linux" ? procBootId() : "";
}
