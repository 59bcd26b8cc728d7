import { execFile, execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { promisify } from "node:util";

/*
 * The one reader of the system's table of processes: `/proc` on Linux, `ps` on macOS. Windows has no
 * quick list; there only whether a pid answers is known.
 */

/** A process, told apart from a later one with the same pid by the time of its start. */
export interface ProcessId {
  readonly pid: number;
  /** In the system's own unit, only ever compared with itself; or {@link UNKNOWN_START}. */
  readonly startedAt: string;
}

/** Where the system did not tell when a process started: then it is known by its pid alone. */
export const UNKNOWN_START = "";

export interface ProcessRow extends ProcessId {
  readonly parent: number;
  readonly group: number;
  /** A zombie is gone; only its parent has not noticed. */
  readonly alive: boolean;
}

/** What `ps` tells at once and `/proc` when it is asked. */
interface PsRow extends ProcessRow {
  readonly memory: number;
  readonly args: readonly string[];
}

/** Name of the variable by which a process is known as one of ours, wherever it went. */
export const MARK_VARIABLE = "PILOTHOUSE_PROCESS";

/** Time for one `ps`, in milliseconds: it answers in 20, a loaded machine in a few hundred. */
const PS_TIMEOUT_MS = 2_000;

/** What `ps` may print, in bytes: a thousand processes with long command lines. */
const PS_MAX_BYTES = 16 * 1024 * 1024;

/** `/proc` counts in these, whatever the kernel's own clock: a hundred a second. */
const TICKS_PER_SECOND = 100;

/** `/proc` and `ps` tell memory in KiB. */
const KIB = 1024;

/** All processes of the machine at one moment. What a row does not hold is read when it is asked for. */
export class ProcessTable {
  readonly rows: readonly ProcessRow[];
  readonly #fromPs: ReadonlyMap<number, PsRow> | null;
  readonly #marks = new Map<number, string | null>();

  private constructor(rows: readonly ProcessRow[], fromPs: ReadonlyMap<number, PsRow> | null) {
    this.rows = rows;
    this.#fromPs = fromPs;
  }

  /** Null where the system does not tell: on Windows, and where `ps` fails. */
  static read(platform: NodeJS.Platform = process.platform): ProcessTable | null {
    if (platform === "win32") return null;
    return platform === "linux" ? ProcessTable.#ofProc() : ProcessTable.fromPs(runPs());
  }

  /** The same without holding up the caller's thread for a `ps`. */
  static async readAside(
    platform: NodeJS.Platform = process.platform,
  ): Promise<ProcessTable | null> {
    if (platform !== "darwin") return ProcessTable.read(platform);
    return ProcessTable.fromPs(await runPsAside());
  }

  /** Of what `ps` printed for {@link PS_ARGS}. */
  static fromPs(printed: string | null): ProcessTable | null {
    if (printed === null) return null;
    const rows = printed.split("\n").flatMap(readPsLine);
    return new ProcessTable(rows, new Map(rows.map((row) => [row.pid, row])));
  }

  static #ofProc(): ProcessTable {
    const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
    return new ProcessTable(
      pids.map((name) => readStat(Number(name))).filter((row) => row !== null),
      null,
    );
  }

  /** Null for what is gone, may not be read, or has no command line, as a zombie. */
  argumentsOf(pid: number): readonly string[] | null {
    return this.#fromPs ? (this.#fromPs.get(pid)?.args ?? null) : readCommandLine(pid);
  }

  /** Whether the process carries this mark, `NAME=value`, in its environment; only Linux tells. */
  carries(pid: number, mark: string): boolean {
    if (this.#fromPs) return false;
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
    return this.#fromPs ? (this.#fromPs.get(pid)?.memory ?? 0) : readMemory(pid);
  }
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
  const text = readOrNull(`/proc/${pid}/cmdline`);
  return text ? text.replace(/\0$/, "").split("\0") : null;
}

/** When a process started, in milliseconds since 1970; null where the system does not tell. */
export function startTime({ startedAt }: ProcessId): number | null {
  if (process.platform !== "linux") {
    const since = Date.parse(startedAt);
    return Number.isNaN(since) ? null : since;
  }
  const bootedAt = Number(/^btime (\d+)$/m.exec(readOrNull("/proc/stat") ?? "")?.[1]);
  const seconds = bootedAt + Number(startedAt) / TICKS_PER_SECOND;
  return Number.isFinite(seconds) ? Math.round(seconds * 1_000) : null;
}

/** Tells one run of the machine from the next, since `/proc` counts starts from its boot; "" elsewhere. */
export function bootId(): string {
  return process.platform === "linux"
    ? (readOrNull("/proc/sys/kernel/random/boot_id") ?? "").trim()
    : "";
}

/** A process may end while it is read; then it is simply not there. */
function readStat(pid: number): ProcessRow | null {
  const stat = readOrNull(`/proc/${pid}/stat`);
  if (stat === null) return null;
  // The name stands in parentheses and may hold spaces and parentheses of its own.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return {
    pid,
    alive: fields[0] !== "Z" && fields[0] !== "X",
    parent: Number(fields[1]),
    group: Number(fields[2]),
    startedAt: fields[19] ?? "",
  };
}

function readMark(pid: number): string | null {
  const entries = readOrNull(`/proc/${pid}/environ`)?.split("\0") ?? [];
  return entries.find((entry) => entry.startsWith(`${MARK_VARIABLE}=`)) ?? null;
}

function readMemory(pid: number): number {
  const status = readOrNull(`/proc/${pid}/status`) ?? "";
  const kib = [...status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm)];
  return kib.reduce((sum, [, amount]) => sum + Number(amount), 0) * KIB;
}

function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, "latin1");
  } catch {
    // A process may end while it is looked at, and another user's tells less.
    return null;
  }
}

/** What `ps` is asked for; the start always has five words. */
export const PS_ARGS = ["-axww", "-o", "pid=,ppid=,pgid=,stat=,rss=,lstart=,args="] as const;

const PS_LINE =
  /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\d+)\s+(\w+\s+\w+\s+\d+\s+[\d:]+\s+\d+)\s*(.*)$/;

/** `ps` joins the arguments with blanks, so one with a blank in it comes back as two. */
function readPsLine(line: string): readonly PsRow[] {
  const match = PS_LINE.exec(line);
  if (!match) return [];
  const [, pid, parent, group, state = "", rss, startedAt = "", args = ""] = match;
  return [
    {
      pid: Number(pid),
      parent: Number(parent),
      group: Number(group),
      alive: !state.startsWith("Z"),
      memory: Number(rss) * KIB,
      startedAt,
      args: args.split(" "),
    },
  ];
}

const psOptions = () => ({
  encoding: "utf8" as const,
  timeout: PS_TIMEOUT_MS,
  maxBuffer: PS_MAX_BYTES,
  // The app and its guard compare what they read, so both have to read it in one language.
  env: { ...process.env, LC_ALL: "C" },
});

function runPs(): string | null {
  try {
    return execFileSync("ps", PS_ARGS, psOptions());
  } catch {
    return null;
  }
}

async function runPsAside(): Promise<string | null> {
  try {
    return (await promisify(execFile)("ps", PS_ARGS, psOptions())).stdout;
  } catch {
    return null;
  }
}
