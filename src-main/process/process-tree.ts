import { UNKNOWN_START, type ProcessId, type ProcessRow } from "./process-id.ts";
import { windowsProcessTree } from "./windows-process-tree.ts";
import { isAnswering, processRow, ProcessTable } from "./process-table.ts";

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
  const table = ProcessTable.read(platform);
  return table ? treeIn(table, leader, mark) : stillAlive([leader], platform);
}

/** The same, in a table that was read already. */
export function treeIn(
  table: ProcessTable,
  leader: ProcessId,
  mark: string,
): readonly ProcessRow[] {
  if (table.keepsDeadParents) return windowsProcessTree(table.rows, startsOf(leader, table));
  const stranger = table.rows.some(
    (row) => row.alive && row.pid === leader.pid && !isSame(row, leader),
  );
  const isNear = (row: ProcessRow): boolean => row.pid === leader.pid || row.group === leader.pid;
  return withDescendants(
    table,
    (row) => (!stranger && isNear(row)) || table.carries(row.pid, mark),
  );
}

/** Whoever carries the mark, with all below them. */
export function markedIn(table: ProcessTable, mark: string): readonly ProcessRow[] {
  return withDescendants(table, (row) => table.carries(row.pid, mark));
}

/** Those of them that still run, with all below them. */
export function knownIn(table: ProcessTable, known: readonly ProcessId[]): readonly ProcessRow[] {
  if (table.keepsDeadParents) return windowsProcessTree(table.rows, known);
  return withDescendants(table, (row) => known.some((one) => isSame(row, one)));
}

/** One whose start nobody has told yet is whoever has its pid. */
function startsOf(leader: ProcessId, { rows }: ProcessTable): readonly ProcessId[] {
  return leader.startedAt === UNKNOWN_START ? rows.filter((row) => isSame(row, leader)) : [leader];
}

/** The process that runs under this pid now; null when none does. */
export function identify(
  pid: number,
  platform: NodeJS.Platform = process.platform,
): ProcessId | null {
  const row = processRow(pid, platform);
  if (row === "unknown") return { pid, startedAt: UNKNOWN_START };
  return row?.alive ? row : null;
}

/** The processes of the list that still run. */
export function stillAlive(
  processes: readonly ProcessId[],
  platform: NodeJS.Platform = process.platform,
): readonly ProcessId[] {
  // Asked first, and for nothing: a list of all processes costs much more.
  const running = processes.filter(({ pid }) => isAnswering(pid));
  if (running.length === 0) return [];
  if (platform === "linux") return running.filter((one) => runsAs(processRow(one.pid), one));
  const table = ProcessTable.read(platform);
  if (!table) return running;
  return running.filter((one) => table.rows.some((row) => runsAs(row, one)));
}

function runsAs(row: ProcessRow | null | "unknown", known: ProcessId): boolean {
  return row === "unknown" || (row !== null && row.alive && isSame(row, known));
}

/** Whether the row is the process that was known, and no later one with its pid. */
export function isSame(row: ProcessRow, known: ProcessId): boolean {
  if (row.pid !== known.pid) return false;
  return known.startedAt === UNKNOWN_START || row.startedAt === known.startedAt;
}

function withDescendants(
  { rows }: ProcessTable,
  isFirst: (row: ProcessRow) => boolean,
): readonly ProcessRow[] {
  const alive = rows.filter((row) => row.alive);
  const found = new Set(alive.filter(isFirst).map((row) => row.pid));
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const row of alive) if (found.has(row.parent)) found.add(row.pid);
  }
  return alive.filter((row) => found.has(row.pid));
}
