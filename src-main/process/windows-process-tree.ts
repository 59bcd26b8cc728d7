import type { ProcessId } from "./process-id.ts";

/** As a listing tells of it. */
interface Listed extends ProcessId {
  readonly parent: number;
}

/**
 * Those of the list that are ours: the known processes, and all that was started below them, also
 * where the one between is gone, which `taskkill /T` cannot follow. Windows never forgets who
 * started a process, and gives its pid to others meanwhile; so a child counts only if it came after
 * its parent, and before the next process with that parent's pid.
 */
export function windowsProcessTree<Row extends Listed>(
  rows: readonly Row[],
  known: readonly ProcessId[],
): readonly Row[] {
  const found = new Set(rows.filter((row) => known.some((each) => isSame(each, row))));
  const parents: ProcessId[] = [...known];
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

const isSame = (a: ProcessId, b: ProcessId): boolean =>
  a.pid === b.pid && a.startedAt === b.startedAt;

function childrenOf<Row extends Listed>(parent: ProcessId, rows: readonly Row[]): readonly Row[] {
  const next = rows.find((row) => row.pid === parent.pid && row.startedAt > parent.startedAt);
  return rows.filter(
    (row) =>
      row.parent === parent.pid &&
      row.startedAt >= parent.startedAt &&
      (next === undefined || row.startedAt < next.startedAt),
  );
}
