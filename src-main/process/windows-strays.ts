import { endTrees, merge, type EndStep } from "./end-trees.ts";
import { UNKNOWN_START, type ProcessId } from "./process-id.ts";
import { ProcessTable, type ReadTable } from "./process-table.ts";
import { knownIn, stillAlive, treeIn } from "./process-tree.ts";

/** Their parent has had its time to end them. */
const STEPS: readonly EndStep[] = [
  { signal: "SIGKILL", withinMs: 500 },
  { signal: "SIGKILL", withinMs: 250 },
];

/**
 * Ends what a process has left behind that has ended. On Windows alone: there the stop ladder lists
 * nobody, since a list takes a second, and `taskkill` finds nobody below a parent that is gone. Never
 * rejects; does nothing where no list is to be had.
 */
export async function endWindowsStrays(
  leader: ProcessId,
  platform: NodeJS.Platform = process.platform,
  readTable: ReadTable = () => ProcessTable.readAside(),
): Promise<void> {
  if (platform !== "win32" || leader.startedAt === UNKNOWN_START) return;
  const look = async (known: readonly ProcessId[]) => {
    const table = await readTable();
    if (!table) return stillAlive(known, platform);
    return merge(knownIn(table, known), treeIn(table, leader, ""));
  };
  await endTrees(look, STEPS, platform);
}
