import { setTimeout as delay } from "node:timers/promises";
import type { ProcessId } from "./process-id.ts";
import { stillAlive } from "./process-tree.ts";
import { signalEach, type EndSignal } from "./signal-tree.ts";

/** How often a tree that was told to end is looked at, in milliseconds: where a look starts a `ps`, seldom. */
const LOOK_INTERVAL_MS = process.platform === "darwin" ? 200 : 20;

export interface EndStep {
  /** Null only waits: those who lost their app may go by themselves. */
  readonly signal: EndSignal | null;
  /** How long this step waits for the end before the next one, in milliseconds. */
  readonly withinMs: number;
}

/** Whom to end: asked with those that were found before, of whom it names the ones that still run. */
export type LookForTree = (known: readonly ProcessId[]) => Promise<readonly ProcessId[]>;

/**
 * Ends whoever `look` finds, step by step. It is asked before each step, and whom it once found is
 * still known in the next, wherever it went. Resolves with those that are left after the last.
 */
export async function endTrees(
  look: LookForTree,
  steps: readonly EndStep[],
  platform: NodeJS.Platform = process.platform,
): Promise<readonly ProcessId[]> {
  let tree: readonly ProcessId[] = [];
  for (const { signal, withinMs } of steps) {
    tree = await look(tree);
    if (tree.length === 0) return [];
    if (signal) signalEach(tree, signal, platform);
    await allGone(tree, withinMs, platform);
  }
  return stillAlive(tree, platform);
}

/** Resolves when all of them are gone, or when the time is up. In milliseconds. */
export async function allGone(
  tree: readonly ProcessId[],
  withinMs: number,
  platform: NodeJS.Platform = process.platform,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (performance.now() < deadline && stillAlive(tree, platform).length > 0) {
    await delay(LOOK_INTERVAL_MS);
  }
}

export function merge(a: readonly ProcessId[], b: readonly ProcessId[]): readonly ProcessId[] {
  return [...new Map([...a, ...b].map((process) => [process.pid, process])).values()];
}
