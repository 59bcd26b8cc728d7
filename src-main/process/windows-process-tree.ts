import type { WindowsProcess } from "./windows-process-list.ts";

/** A process of ours, whether it still runs or not. */
export interface KnownProcess {
  readonly pid: number;
  /** As a listing tells it. */
  readonly startedAt: string;
}

/**
 * Those of the list that are ours: the known processes, and all that was started below them, also
 * where the one between is gone, which `taskkill /T` cannot follow. Windows never forgets who
 * started a process, and gives its pid to others meanwhile; so a child counts only if it came after
 * its parent, and before the next process with that parent's pid.
 */
export function windowsProcessTree(
  rows: readonly WindowsProcess[],
  known: readonly KnownProcess[],
): readonly WindowsProcess[] {
  const found = new Set(rows.filter((row) => known.some((each) => isSame(each, row))));
  const parents: KnownProcess[] = [...known];
  // What is found on the way is looked below in its turn.
  for (const parent of parents) {
    for (const child of childrenOf(parent, rows)) {
      if (found.has(child)) continue;
      found.add(child);
      parents.push(child);
    }
  }
  return rows.filter((row) => found.has(row));
}

const isSame = (a: KnownProcess, b: KnownProcess): boolean =>
  a.pid === b.pid && a.startedAt === b.startedAt;

function childrenOf(
  parent: KnownProcess,
  rows: readonly WindowsProcess[],
): readonly WindowsProcess[] {
  const next = rows.find((row) => row.pid === parent.pid && row.startedAt > parent.startedAt);
  return rows.filter(
    (row) =>
      row.parent === parent.pid &&
      row.startedAt >= parent.startedAt &&
      (next === undefined || row.startedAt < next.startedAt),
  );
}
