import { totalmem } from "node:os";
import type { Disposable } from "../base/disposable.ts";
import type { ProcessId } from "./process-id.ts";
import { ProcessTable, type ReadTable } from "./process-table.ts";
import { treeIn } from "./process-tree.ts";

/**
 * How often the memory of what runs is looked at, in milliseconds: one look takes about 10; on Windows a
 * second of another program's time, so seldom.
 */
export const MEMORY_LOOK_MS = process.platform === "win32" ? 60_000 : 5_000;

/** A browser with a dozen heavy pages stays below, in bytes; so the limit is never less, however small the machine. */
const LEAST_LIMIT_BYTES = 2 * 1024 ** 3;

/**
 * What one server and all that it has started may hold, in bytes. Generous, as some carry models of their
 * own: half of the machine's memory, since beyond that all the rest begins to stand still.
 */
export const DEFAULT_MEMORY_LIMIT_BYTES = Math.max(LEAST_LIMIT_BYTES, totalmem() / 2);

/** What it has to know of a child. */
export interface WatchedMemory {
  readonly id: ProcessId;
  readonly mark: string;
}

export interface MemoryWatchOptions<Child extends WatchedMemory> {
  /** Told at every look at which the child is over its limit. Must not throw. */
  readonly onOver: (child: Child, bytes: number, limitBytes: number) => void;
  readonly lookMs?: number;
  /** Absent, that of this machine. */
  readonly readTable?: ReadTable;
}

/** Looks at the memory of each child's whole tree while there are children, and at nothing else. */
export class MemoryWatch<Child extends WatchedMemory> implements Disposable {
  readonly #options: MemoryWatchOptions<Child>;
  readonly #limits = new Map<Child, number>();
  readonly #latest = new Map<Child, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: MemoryWatchOptions<Child>) {
    this.#options = options;
  }

  add(child: Child, limitBytes: number): void {
    this.#limits.set(child, limitBytes);
    this.#wait();
  }

  remove(child: Child): void {
    this.#limits.delete(child);
    this.#latest.delete(child);
    if (this.#limits.size === 0) this.dispose();
  }

  /** As of the latest look, in bytes; null before the first, and where the system does not tell. */
  memoryOf(child: Child): number | null {
    return this.#latest.get(child) ?? null;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #wait(): void {
    const { lookMs = MEMORY_LOOK_MS } = this.#options;
    this.#timer ??= setTimeout(() => void this.#look(), lookMs).unref();
  }

  async #look(): Promise<void> {
    const own = this.#timer;
    const { readTable = () => ProcessTable.readAside() } = this.#options;
    const table = await readTable();
    // Meanwhile it may have been given up and begun anew: there are never two of it.
    if (this.#timer === own) this.#timer = undefined;
    if (table)
      for (const [child, limitBytes] of this.#limits) this.#judge(child, limitBytes, table);
    if (this.#limits.size > 0) this.#wait();
  }

  #judge(child: Child, limitBytes: number, table: ProcessTable): void {
    const tree = treeIn(table, child.id, child.mark);
    const bytes = tree.reduce((sum, { pid }) => sum + table.memoryOf(pid), 0);
    this.#latest.set(child, bytes);
    if (bytes > limitBytes) this.#options.onOver(child, bytes, limitBytes);
  }
}
