import { createInterface } from "node:readline";
import { removePrivateFolder } from "./private-folder.ts";
import type { ProcessId } from "./process-table.ts";
import { processTree } from "./process-tree.ts";
import { signalTree } from "./signal-tree.ts";

/*
 * The guard: a process of its own that outlives the app by a few seconds and ends what the app
 * left behind, however the app went (M20). It is told of each child by a line of JSON on stdin;
 * the end of stdin is the end of the app.
 */

interface Guarded {
  readonly id: ProcessId;
  readonly mark: string;
}

/** One line of the guard's input. */
export type GuardLine =
  | { readonly add: Guarded }
  /** By its mark: a pid may be another child's by now. */
  | { readonly remove: string }
  | { readonly addFolder: string }
  | { readonly removeFolder: string };

/** Time in which children end by themselves, since their stdin ended with the app too; in milliseconds. */
const SELF_END_MS = 1_500;

/** Time between SIGTERM and SIGKILL, in milliseconds. */
const TERM_MS = 1_500;

/** Time that a killed process takes to be gone, in milliseconds; all together stays under the promised 5 s. */
const KILL_MS = 1_000;

/** How often it looks whether all are gone, in milliseconds. */
const LOOK_INTERVAL_MS = 100;

const guarded = new Map<string, Guarded>();
const folders = new Set<string>();

const lines = createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const order = readLine(line);
  if (order) obey(order);
});
lines.on("close", () => void endAll());

// The guard is the one process that must not be ended together with the app.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});

/** An app that is killed may leave half a line behind, and all before it still holds. */
function readLine(line: string): GuardLine | null {
  try {
    return JSON.parse(line) as GuardLine;
  } catch {
    return null;
  }
}

function obey(line: GuardLine): void {
  if ("add" in line) guarded.set(line.add.mark, line.add);
  else if ("remove" in line) guarded.delete(line.remove);
  else if ("addFolder" in line) folders.add(line.addFolder);
  else folders.delete(line.removeFolder);
}

async function endAll(): Promise<void> {
  await gone(SELF_END_MS);
  signalTree(remaining(), "SIGTERM");
  await gone(TERM_MS);
  signalTree(remaining(), "SIGKILL");
  await gone(KILL_MS);
  for (const folder of folders) removePrivateFolder(folder);
  process.exit(0);
}

async function gone(withinMs: number): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (Date.now() < deadline && remaining().length > 0) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_INTERVAL_MS));
  }
}

function remaining(): readonly ProcessId[] {
  return [...guarded.values()].flatMap(({ id, mark }) => processTree(id, mark));
}
