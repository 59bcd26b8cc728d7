import { createInterface } from "node:readline";
import { endTrees, type EndStep } from "./end-trees.ts";
import { removePrivateFolder } from "./private-folder.ts";
import { isAnswering, ProcessTable, type ProcessId } from "./process-table.ts";
import { markedIn, treeIn } from "./process-tree.ts";
import { WatchList, type WatchedChild } from "./watch-list.ts";

/*
 * The guard: a process of its own that outlives the app by a few seconds and ends what the app
 * left behind, however the app went (M20). It is told of each child by a line of JSON on stdin;
 * the end of stdin is the end of the app.
 */

/** All together stays under the promised 5 s. */
const STEPS: readonly EndStep[] = [
  // Children end by themselves, since their stdin ended with the app too.
  { signal: null, withinMs: 1_500 },
  { signal: "SIGTERM", withinMs: 1_500 },
  { signal: "SIGKILL", withinMs: 750 },
  // Once more, for whom one that was being killed had just started.
  { signal: "SIGKILL", withinMs: 250 },
];

const list = new WatchList();

const lines = createInterface({ input: process.stdin });
lines.on("line", (line) => list.applyText(line));
lines.on("close", () => void endAll());

// The guard is the one process that must not be ended together with the app.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});

async function endAll(): Promise<void> {
  await endTrees(remaining, STEPS);
  for (const folder of list.folders) removePrivateFolder(folder);
  process.exit(0);
}

function remaining(): readonly ProcessId[] {
  const table = ProcessTable.read();
  return [...list.children.values()].flatMap((child) =>
    table ? treeOf(child, table) : leaderOf(child),
  );
}

function treeOf({ id, mark }: WatchedChild, table: ProcessTable): readonly ProcessId[] {
  return id ? treeIn(table, id, mark) : markedIn(table, mark);
}

/** All that is known where the system lists no processes. */
function leaderOf({ id }: WatchedChild): readonly ProcessId[] {
  return id && isAnswering(id.pid) ? [id] : [];
}
