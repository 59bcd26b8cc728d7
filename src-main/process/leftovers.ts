import { rmSync } from "node:fs";
import { messageOf } from "../base/errors.ts";
import type { Logger } from "../base/logger.ts";
import { endTrees, type EndStep } from "./end-trees.ts";
import { abandonedJournals, commandHash } from "./journal.ts";
import { isPrivateFolder, removePrivateFolder } from "./private-folder.ts";
import { bootId, ProcessTable, UNKNOWN_START, type ProcessId } from "./process-table.ts";
import { isSame, markedIn, treeIn } from "./process-tree.ts";
import type { WatchedChild } from "./watch-list.ts";

/** Their app and their guard are gone, so nobody waits for what they may still say. */
const STEPS: readonly EndStep[] = [
  { signal: "SIGTERM", withinMs: 1_500 },
  { signal: "SIGKILL", withinMs: 750 },
  { signal: "SIGKILL", withinMs: 250 },
];

/**
 * Ends what earlier runs have left that neither they nor their guard could end (M20, B2.3): whoever
 * carries a mark of theirs, and the tree of whoever has pid, start and command line of a child of
 * theirs. All else is left alone, as is everything of a run that still goes on. Takes 2.5 s at most;
 * never rejects.
 */
export async function sweepLeftovers(folder: string, logger: Logger): Promise<void> {
  try {
    const journals = abandonedJournals(folder);
    const children = journals.flatMap(({ list }) => [...list.children.values()]);
    const left = await endChildren(children, logger);
    const folders = journals.flatMap(({ list }) => [...list.folders]);
    if (left.length > 0) return;
    for (const each of folders.filter(isPrivateFolder)) removePrivateFolder(each);
    for (const { file } of journals) rmSync(file, { force: true });
  } catch (error) {
    logger.warn(`What an earlier run left could not be ended: ${messageOf(error)}`);
  }
}

interface Leftover {
  readonly child: WatchedChild;
  readonly tree: readonly ProcessId[];
}

async function endChildren(
  children: readonly WatchedChild[],
  logger: Logger,
): Promise<readonly ProcessId[]> {
  if (children.length === 0) return [];
  const found = leftoversIn(await ProcessTable.readAside(), children);
  if (found.length === 0) return [];
  const look = () => leftoversIn(ProcessTable.read(), children).flatMap(({ tree }) => tree);
  const left = await endTrees(look, STEPS);
  for (const leftover of found) logger.warn(sentenceAbout(leftover, left));
  return left;
}

function leftoversIn(
  table: ProcessTable | null,
  children: readonly WatchedChild[],
): readonly Leftover[] {
  if (!table) return [];
  return children
    .map((child) => ({ child, tree: remainsOf(child, table) }))
    .filter(({ tree }) => tree.length > 0 && !tree.some(({ pid }) => pid === process.pid));
}

/** By its mark, which no stranger carries; by pid, start and command line only where all are the same. */
function remainsOf(child: WatchedChild, table: ProcessTable): readonly ProcessId[] {
  const { id, mark } = child;
  return id && isStillItself(child, id, table) ? treeIn(table, id, mark) : markedIn(table, mark);
}

function isStillItself(
  { command, boot }: WatchedChild,
  id: ProcessId,
  table: ProcessTable,
): boolean {
  if (command === null || boot !== bootId() || id.startedAt === UNKNOWN_START) return false;
  const args = table.argumentsOf(id.pid);
  const isHere = table.rows.some((row) => row.alive && isSame(row, id));
  return isHere && args !== null && commandHash(args) === command;
}

function sentenceAbout({ child, tree }: Leftover, left: readonly ProcessId[]): string {
  const pids = tree.map(({ pid }) => pid).join(", ");
  const whose = child.conversationId ? `, conversation ${child.conversationId}` : "";
  const stays = tree.some(({ pid }) => left.some((one) => one.pid === pid));
  const what = stays ? "Could not end" : "Ended";
  return `${what} what an earlier run of Pilothouse left: "${child.name}" (process ${pids}${whose}).`;
}
