import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** A process, told apart from a later one with the same pid by the time of its start. */
export interface ProcessId {
  readonly pid: number;
  /** In the system's own unit, only ever compared with itself; or {@link UNKNOWN_START}. */
  readonly startedAt: string;
}

/** Where the system did not tell when a process started: then it is known by its pid alone. */
export const UNKNOWN_START = "";

interface ProcessRow extends ProcessId {
  readonly parent: number;
  readonly group: number;
  /** A zombie is gone; only its parent has not noticed. */
  readonly alive: boolean;
}

/** Time for one `ps`, in milliseconds: it answers in 20, a loaded machine in a few hundred. */
const PS_TIMEOUT_MS = 2_000;

/**
 * What a child of ours is and has started: the child itself while it runs, its group, all below
 * them, and whoever carries its mark. A double fork leaves the tree and a browser leaves the
 * group; neither takes a new environment on.
 */
export function processTree(
  leader: ProcessId,
  mark: string,
  platform: NodeJS.Platform = process.platform,
): readonly ProcessId[] {
  const rows = listProcesses(platform)?.filter((row) => row.alive);
  if (!rows) return answers(leader.pid) ? [leader] : [];
  const stranger = rows.some((row) => row.pid === leader.pid && !isSame(row, leader));
  const ours = (row: ProcessRow): boolean =>
    carries(row.pid, mark) || (!stranger && (row.pid === leader.pid || row.group === leader.pid));
  const found = new Set(rows.filter(ours).map((row) => row.pid));
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const row of rows) if (found.has(row.parent)) found.add(row.pid);
  }
  return rows.filter((row) => found.has(row.pid));
}

/** The process that runs under this pid now; null when none does. */
export function identify(
  pid: number,
  platform: NodeJS.Platform = process.platform,
): ProcessId | null {
  const rows = platform === "linux" ? readProcStat(pid) : listProcesses(platform);
  if (!rows) return answers(pid) ? { pid, startedAt: UNKNOWN_START } : null;
  return rows.find((row) => row.alive && row.pid === pid) ?? null;
}

/** The processes of the list that still run. */
export function stillAlive(
  processes: readonly ProcessId[],
  platform: NodeJS.Platform = process.platform,
): readonly ProcessId[] {
  // Asked first, and for nothing: a list of all processes costs much more.
  const running = processes.filter(({ pid }) => answers(pid));
  if (running.length === 0) return [];
  const rows =
    platform === "linux"
      ? running.flatMap(({ pid }) => readProcStat(pid))
      : listProcesses(platform);
  if (!rows) return running;
  return running.filter((one) => rows.some((row) => row.alive && isSame(row, one)));
}

function isSame(row: ProcessRow, known: ProcessId): boolean {
  if (row.pid !== known.pid) return false;
  return known.startedAt === UNKNOWN_START || row.startedAt === known.startedAt;
}

/** Whether some process has this pid, were it another user's. */
function answers(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Null where the system does not tell: Windows has no quick list, and a `ps` may fail. */
function listProcesses(platform: NodeJS.Platform): readonly ProcessRow[] | null {
  if (platform === "win32") return null;
  return platform === "linux" ? listFromProc() : listFromPs();
}

function listFromProc(): readonly ProcessRow[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcStat(Number(name)));
}

/** A process may end while it is read; then it is simply not there. */
function readProcStat(pid: number): readonly ProcessRow[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name stands in parentheses and may hold spaces and parentheses of its own.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return [
      {
        pid,
        alive: fields[0] !== "Z" && fields[0] !== "X",
        parent: Number(fields[1]),
        group: Number(fields[2]),
        startedAt: fields[19] ?? "",
      },
    ];
  } catch {
    return [];
  }
}

function carries(pid: number, mark: string): boolean {
  if (process.platform !== "linux") return false;
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1").split("\0").includes(mark);
  } catch {
    return false;
  }
}

function listFromPs(): readonly ProcessRow[] | null {
  return (
    runPs()
      ?.split("\n")
      .flatMap((line) => {
        const match = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.+?)\s*$/.exec(line);
        if (!match) return [];
        const [, pid, parent, group, state = "", startedAt = ""] = match;
        return [
          {
            pid: Number(pid),
            parent: Number(parent),
            group: Number(group),
            alive: !state.startsWith("Z"),
            startedAt,
          },
        ];
      }) ?? null
  );
}

function runPs(): string | null {
  try {
    return execFileSync("ps", ["-axo", "pid=,ppid=,pgid=,stat=,lstart="], {
      encoding: "utf8",
      timeout: PS_TIMEOUT_MS,
      // The app and its guard compare what they read, so both have to read it in one language.
      env: { ...process.env, LC_ALL: "C" },
    });
  } catch {
    return null;
  }
}
