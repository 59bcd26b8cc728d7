import { merge, type EndStep } from "./end-trees.ts";
import type { ProcessId } from "./process-id.ts";
import type { ProcessTable } from "./process-table.ts";
import { knownIn, markedIn, stillAlive, treeIn } from "./process-tree.ts";
import type { WatchedChild } from "./watch-list.ts";

/** How the guard ends what the app has left: all together stays under the promised 5 s (M20). */
export function guardSteps(platform: NodeJS.Platform): readonly EndStep[] {
  if (platform === "win32") return windowsSteps;
  return [
    // Children end by themselves, since their stdin ended with the app too.
    { signal: null, withinMs: 1_500 },
    { signal: "SIGTERM", withinMs: 1_500 },
    { signal: "SIGKILL", withinMs: 750 },
    // Once more, for whom one that was being killed had just started.
    { signal: "SIGKILL", withinMs: 250 },
  ];
}

/** Each look takes a second there, and there is no signal that would leave a choice. */
const windowsSteps: readonly EndStep[] = [
  { signal: null, withinMs: 1_000 },
  { signal: "SIGKILL", withinMs: 500 },
  { signal: "SIGKILL", withinMs: 250 },
];

/** What is left of the children, and of whom was known before; where nothing is listed, the children alone. */
export function remainsOf(
  children: readonly WatchedChild[],
  table: ProcessTable | null,
  known: readonly ProcessId[],
): readonly ProcessId[] {
  if (!table) return merge(stillAlive(known), stillAlive(children.flatMap(({ id }) => id ?? [])));
  return merge(
    knownIn(table, known),
    children.flatMap(({ id, mark }) => (id ? treeIn(table, id, mark) : markedIn(table, mark))),
  );
}
