import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** A process of this machine, by whomever it was started. */
export interface RunningProgram {
  readonly pid: number;
  /** Milliseconds since 1970; null where the system does not tell. */
  readonly since: number | null;
}

/** What can be told of a pid: its command line, that nothing runs under it, or only that something does. */
export type CommandLineOf = readonly string[] | "gone" | "unreadable";

/** `/proc` counts in these, whatever the kernel's own clock: a hundred a second. */
const TICKS_PER_SECOND = 100;

/** Time for one `ps`, in milliseconds: it answers in 20, a loaded machine in a few hundred. */
const PS_TIMEOUT_MS = 2_000;

/**
 * The running programs that were started with exactly this argument. Where the system lists no
 * command lines (Windows) there are none.
 */
function programsWithArgument(argument: string): readonly RunningProgram[] {
  if (process.platform === "win32") return [];
  return process.platform === "linux" ? fromProc(argument) : fromPs(argument);
}

/** Something that answers with "not permitted" runs, were it another user's (B10.2). */
function commandLineOf(pid: number): CommandLineOf {
  const args = process.platform === "linux" ? readCommandLine(pid) : commandLineFromPs(pid);
  if (args) return args;
  return isAnswering(pid) ? "unreadable" : "gone";
}

function fromProc(argument: string): readonly RunningProgram[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && readCommandLine(pid)?.includes(argument))
    .map((pid) => ({ pid, since: startOf(pid) }));
}

/** Null for what is gone, may not be read, or has no command line, as a zombie. */
function readCommandLine(pid: number): readonly string[] | null {
  const text = readOrNull(`/proc/${pid}/cmdline`);
  return text ? text.split("\0") : null;
}

function startOf(pid: number): number | null {
  const stat = readOrNull(`/proc/${pid}/stat`) ?? "";
  // The name stands in parentheses and may hold spaces and parentheses of its own.
  const ticks = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]);
  const bootedAt = Number(/^btime (\d+)$/m.exec(readOrNull("/proc/stat") ?? "")?.[1]);
  const seconds = bootedAt + ticks / TICKS_PER_SECOND;
  return Number.isFinite(seconds) ? Math.round(seconds * 1_000) : null;
}

function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, "latin1");
  } catch {
    // A process may end while it is looked at.
    return null;
  }
}

/** `ps` joins the arguments with blanks; one of ours is long enough not to be found by chance. */
function fromPs(argument: string): readonly RunningProgram[] {
  const lines = runPs(["-axww", "-o", "pid=,lstart=,args="])?.split("\n") ?? [];
  return lines.flatMap((line) => {
    const match = /^\s*(\d+)\s+(\w+\s+\w+\s+\d+\s+[\d:]+\s+\d+)\s+(.*)$/.exec(line);
    const [, pid, start = "", args = ""] = match ?? [];
    if (!` ${args} `.includes(` ${argument} `)) return [];
    const since = Date.parse(start);
    return [{ pid: Number(pid), since: Number.isNaN(since) ? null : since }];
  });
}

function commandLineFromPs(pid: number): readonly string[] | null {
  if (process.platform === "win32") return null;
  return (
    runPs(["-ww", "-o", "args=", "-p", String(pid)])
      ?.trim()
      .split(" ") ?? null
  );
}

function runPs(args: readonly string[]): string | null {
  try {
    const env = { ...process.env, LC_ALL: "C" };
    return execFileSync("ps", args, { encoding: "utf8", timeout: PS_TIMEOUT_MS, env });
  } catch {
    return null;
  }
}

function isAnswering(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** For the rooms that may not start processes but have to know of some. */
export const processLookup = { withArgument: programsWithArgument, commandLineOf } as const;
