import { createInterface } from "node:readline";
import { guardSteps, remainsOf } from "./abandoned.ts";
import { endTrees } from "./end-trees.ts";
import { removePrivateFolder } from "./private-folder.ts";
import { ProcessTable } from "./process-table.ts";
import { WatchList } from "./watch-list.ts";

/*
 * The guard: a process of its own that outlives the app by a few seconds and ends what the app
 * left behind, however the app went (M20). It is told of each child by a line of JSON on stdin and
 * answers each with an empty one, so that the app sees that it is heard; the end of stdin is the end
 * of the app.
 */

const list = new WatchList();

const lines = createInterface({ input: process.stdin });
lines.on("line", (line) => {
  list.applyText(line);
  process.stdout.write("\n");
});
lines.once("close", () => void endAll());
// A pipe that breaks is the end of the app as well.
process.stdin.on("error", () => lines.close());
// Nobody has to hear the answers.
process.stdout.on("error", () => {});

// The guard is the one process that must not be ended together with the app.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});

async function endAll(): Promise<void> {
  const children = [...list.children.values()];
  await endTrees(
    async (known) => remainsOf(children, await ProcessTable.readAside(), known),
    guardSteps(process.platform),
  );
  for (const folder of list.folders) removeIfPossible(folder);
  process.exit(0);
}

/** One that is still held by somebody must not keep the others. */
function removeIfPossible(folder: string): void {
  try {
    removePrivateFolder(folder);
  } catch {
    // It is in the folder for temporary files, which the system empties.
  }
}
