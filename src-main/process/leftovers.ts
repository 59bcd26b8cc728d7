import { rmSync } from "node:fs";
import { messageOf } from "../base/errors.ts";
import type { Logger } from "../base/logger.ts";
import { endTrees, merge, type EndStep } from "./end-trees.ts";
import { abandonedJournals, commandHash, journalNames, type AbandonedJournal } from "./journal.ts";
import { isPrivateFolder, removePrivateFolder } from "./private-folder.ts";
import { UNKNOWN_START, type ProcessId } from "./process-id.ts";
import { bootId, ProcessTable, type ReadTable } from "./process-table.ts";
import { isSame, knownIn, markedIn, stillAlive, treeIn } from "./process-tree.ts";
import type { WatchedChild } from "./watch-list.ts";

/** Their app and their guard are gone, so nobody waits for what they may still say. */
const STEPS: readonly EndStep[] = [
  { signal: "SIGTERM", withinMs: 1_500 },
  { signal: "SIGKILL", withinMs: 750 },
  { signal: "SIGKILL", withinMs: 250 },
];

/** What the sweep knows of the machine. */
export interface SweptSystem {
  readonly platform: NodeJS.Platform;
  readonly readTable: ReadTable;
}

const thisSystem: SweptSystem = {
  platform: process.platform,
  readTable: () => ProcessTable.readAside(),
};

/**
 * Ends what earlier runs have left that neither they nor their guard could end (M20, B2.3): whoever
 * carries a mark of theirs, and the tree of whoever has pid, start and command line of a child of
 * theirs. All else is left alone, as is everything of a run that still goes on. Takes 2.5 s at most,
 * and on Windows the lists besides, each a second; never rejects.
 */
export async function sweepLeftovers(
  folder: string,
  logger: Logger,
  system: SweptSystem = thisSystem,
): Promise<void> {
  try {
    const names = journalNames(folder);
    // A list may take long, and mostly there is nothing that it would be asked for.
    const table = names.length > 0 ? await system.readTable() : null;
    if (!table) return;
    const journals = abandonedJournals(folder, names, table);
    const children = journals.flatMap(({ list }) => [...list.children.values()]);
    const left = await endChildren(children, table, logger, system);
    if (left.length > 0) return;
    for (const journal of journals) forget(journal, logger);
  } catch (error) {
    logger.warn(`What an earlier run left could not be ended: ${messageOf(error)}`);
  }
}

/** With its folders; a journal of one that cannot be removed stays, and is tried again by the next start. */
function forget({ file, list }: AbandonedJournal, logger: Logger): void {
  try {
    for (const folder of [...list.folders].filter(isPrivateFolder)) removePrivateFolder(folder);
    rmSync(file, { force: true });
  } catch (error) {
    logger.warn(`A folder that an earlier run left could not be removed: ${messageOf(error)}`);
  }
}

interface Leftover {
  readonly child: WatchedChild;
  readonly tree: readonly ProcessId[];
}

async function endChildren(
  children: readonly WatchedChild[],
  table: ProcessTable,
  logger: Logger,
  { platform, readTable }: SweptSystem,
): Promise<readonly ProcessId[]> {
  const found = leftoversIn(table, children);
  if (found.length === 0) return [];
  const look = async (known: readonly ProcessId[]) => {
    // The first look is the one that has found them.
    const now = known.length === 0 ? table : await readTable();
    if (!now) return stillAlive(known, platform);
    const again = leftoversIn(now, children).flatMap(({ tree }) => tree);
    return merge(knownIn(now, known), again);
  };
  const left = await endTrees(look, STEPS, platform);
  for (const leftover of found) logger.warn(sentenceAbout(leftover, left));
  return left;
}

function leftoversIn(table: ProcessTable, children: readonly WatchedChild[]): readonly Leftover[] {
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
