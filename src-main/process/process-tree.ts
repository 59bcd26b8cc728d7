import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** A process, told apart from a later one with the same pid by the time of its start. */
export interface ProcessId {
  readonly pid: number;
  /** In the system's own unit; only ever compared with itself. */
  readonly startedAt: string;
}

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
export function processTree(leader: ProcessId, mark: string): readonly ProcessId[] {
  const rows = listProcesses().filter((row) => row.alive);
  const stranger = rows.some((row) => row.pid === leader.pid && row.startedAt !== leader.startedAt);
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
export function identify(pid: number): ProcessId | null {
  return listProcesses().find((row) => row.alive && row.pid === pid) ?? null;
}

/** The processes of the list that still run. */
export function stillAlive(processes: readonly ProcessId[]): readonly ProcessId[] {
  if (processes.length === 0) return [];
  const rows =
    process.platform === "linux"
      ? processes.flatMap(({ pid }) => readProcStat(pid))
      : listProcesses();
  const alive = new Map(rows.filter((row) => row.alive).map((row) => [row.pid, row.startedAt]));
  return processes.filter((one) => alive.get(one.pid) === one.startedAt);
}

function listProcesses(): readonly ProcessRow[] {
  return process.platform === "linux" ? listFromProc() : listFromPs();
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

function listFromPs(): readonly ProcessRow[] {
  if (process.platform === "win32") return [];
  const table = execFileSync("ps", ["-axo", "pid=,ppid=,pgid=,stat=,lstart="], {
    encoding: "utf8",
    timeout: PS_TIMEOUT_MS,
  });
  return table.split("\n").flatMap((line) => {
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
  });
}
