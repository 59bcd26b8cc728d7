import { AppError, messageOf } from "../base/errors.ts";
import { newId } from "../base/ids.ts";
import type { Logger, LogLevel } from "../base/logger.ts";
import type { Redactor } from "../base/redactor.ts";
import { untilAborted } from "../base/waiting.ts";
import { sweepLeftovers } from "./leftovers.ts";
import { Emitter } from "../base/emitter.ts";
import { DEFAULT_MEMORY_LIMIT_BYTES, MemoryWatch } from "./memory-watch.ts";
import { makePrivateFolder, removePrivateFolder } from "./private-folder.ts";
import { SafetyNet } from "./safety-net.ts";
import { SupervisedProcess, type ProcessSpec, type StopGraces } from "./supervised-process.ts";

/** At quit the whole ladder, and the farewell before it, fit into the promised 5 s (M20). In milliseconds. */
const QUIT_GRACES: StopGraces = { afterStdinEnd: 1_200, afterTerm: 800 };

export interface SupervisorOptions {
  /** The Node that runs the guard; null where there is none. */
  readonly node: string | null;
  /** The built guard script. */
  readonly guardScript: string;
  /** The folder in which what runs is written down for the next start; absent, nowhere. */
  readonly journals?: string;
  /** Folders in which other runs have done the same: what they have left is ended too. */
  readonly otherJournals?: readonly string[];
  readonly redactor: Redactor;
  readonly logger: Logger;
  /** How often the memory of what runs is looked at, in milliseconds; absent, the usual. */
  readonly memoryLookMs?: number;
}

/** A child that was ended because it broke a limit. */
export interface LimitBroken {
  readonly child: SupervisedProcess;
  readonly reason: AppError;
}

export interface PrivateFolder {
  readonly path: string;
  /** Removes it. What is still held by a process is left to the guard. */
  readonly release: () => void;
}

/** Owns every child of the app: what it did not start does not run, what it started it ends. */
export class Supervisor {
  /** Tells of each child that is being ended because it broke a limit. */
  readonly limitBroken = new Emitter<LimitBroken>();

  readonly #options: SupervisorOptions;
  readonly #children = new Set<SupervisedProcess>();
  readonly #starts = new Set<Promise<SupervisedProcess>>();
  /** While what earlier runs have left is being ended. */
  #sweeping: Promise<unknown> | null = null;
  readonly #memory: MemoryWatch<SupervisedProcess>;
  readonly #closing = new AbortController();
  #net: SafetyNet | null = null;

  /** Starts nothing, and begins to end what earlier runs have left. */
  constructor(options: SupervisorOptions) {
    this.#options = options;
    const { journals, otherJournals = [], logger, memoryLookMs: lookMs } = options;
    this.#memory = new MemoryWatch({
      onOver: (child, ...amounts) => this.#endForMemory(child, ...amounts),
      ...(lookMs === undefined ? {} : { lookMs }),
    });
    const folders = [...new Set([...(journals === undefined ? [] : [journals]), ...otherJournals])];
    if (folders.length === 0) return;
    const sweeping = Promise.all(folders.map((folder) => sweepLeftovers(folder, logger)));
    this.#sweeping = sweeping.finally(() => (this.#sweeping = null));
  }

  /**
   * Starts a child; what it writes to stderr goes into the log at `stderrLevel` (M19). Throws an
   * `AppError`: those of {@link SupervisedProcess.start}, `no-guard` and, after `stopAll`, `app-quits`.
   */
  async start(spec: ProcessSpec, stderrLevel: LogLevel): Promise<SupervisedProcess> {
    const starting = this.#startWatched(spec, stderrLevel, this.#openNet());
    this.#starts.add(starting);
    return await starting.finally(() => this.#starts.delete(starting));
  }

  /** A fresh folder for something that lasts no longer than the app; release it, or the guard does. */
  makeFolder(): PrivateFolder {
    this.#openNet();
    return this.adoptFolder(makePrivateFolder());
  }

  /** The same for a folder that was made before the supervisor was. */
  adoptFolder(folder: string): PrivateFolder {
    this.#openNet().watchFolder(folder);
    return { path: folder, release: () => this.#releaseFolder(folder) };
  }

  /**
   * What a child and all that it has started hold, in bytes, as of the latest look; null before the
   * first, and where the system does not tell.
   */
  memoryOf(child: SupervisedProcess): number | null {
    return this.#memory.memoryOf(child);
  }

  /** Ends all children at once, whatever they do, and then those who would do it in its place. */
  async stopAll(): Promise<void> {
    this.#closing.abort(appQuits());
    await Promise.allSettled(this.#starts);
    await Promise.all([...this.#children].map(endWithin));
    const net = this.#net;
    this.#net = null;
    await net?.close();
  }

  async #startWatched(
    spec: ProcessSpec,
    stderrLevel: LogLevel,
    net: SafetyNet,
  ): Promise<SupervisedProcess> {
    // What an earlier run left may hold what this one needs, as a browser its profile.
    if (this.#sweeping) await untilAborted(this.#sweeping, this.#closing.signal);
    const child = await this.#startExpected(spec, stderrLevel, net);
    net.watch(child);
    this.#own(child, spec.memoryLimitBytes ?? DEFAULT_MEMORY_LIMIT_BYTES);
    return child;
  }

  #own(child: SupervisedProcess, memoryLimitBytes: number): void {
    this.#children.add(child);
    this.#memory.add(child, memoryLimitBytes);
    void child.gone.then(() => {
      this.#children.delete(child);
      this.#memory.remove(child);
    });
  }

  #endForMemory(child: SupervisedProcess, bytes: number, limitBytes: number): void {
    if (child.asked || child.endedFor) return;
    const reason = usesTooMuch(child, bytes, limitBytes);
    void child.endFor(reason);
    this.limitBroken.fire({ child, reason });
  }

  async #startExpected(
    spec: ProcessSpec,
    stderrLevel: LogLevel,
    net: SafetyNet,
  ): Promise<SupervisedProcess> {
    const { logger, redactor } = this.#options;
    const log = (line: string) => logger[stderrLevel](`${spec.name} mcp: ${line}`);
    const id = newId();
    net.expect(id, spec);
    try {
      return await SupervisedProcess.start(spec, id, redactor, log);
    } catch (error) {
      net.forget(id);
      throw error;
    }
  }

  #releaseFolder(folder: string): void {
    try {
      removePrivateFolder(folder);
      this.#net?.forgetFolder(folder);
    } catch (error) {
      this.#options.logger.warn(`A temporary folder is left for later: ${messageOf(error)}`);
    }
  }

  /** No child without a guard: it could outlive a crash of the app. */
  #openNet(): SafetyNet {
    const { node, guardScript, journals = null, logger } = this.#options;
    this.#closing.signal.throwIfAborted();
    if (node === null) {
      throw new AppError(
        "no-guard",
        "No server can be started: Pilothouse's own Node is missing. Run the set-up, then try again.",
      );
    }
    this.#net ??= new SafetyNet({ node, guardScript, journals, logger });
    return this.#net;
  }
}

function usesTooMuch({ name }: SupervisedProcess, bytes: number, limitBytes: number): AppError {
  const [used, allowed] = [bytes, limitBytes].map((amount) => (amount / 1024 ** 3).toFixed(1));
  return new AppError(
    "memory-limit",
    `Pilothouse ended the server "${name}": it and what it has started used ${used} GiB of memory, and ${allowed} GiB is the limit. Its next call starts it afresh; let it work on less at once.`,
  );
}

const appQuits = (): AppError => new AppError("app-quits", "Pilothouse is about to quit.");

/** Who is on the way down already keeps its own pace, but not for longer than the quit may take. */
async function endWithin(child: SupervisedProcess): Promise<void> {
  if (child.state === "running") return void (await child.stop(QUIT_GRACES));
  const force = setTimeout(
    () => void child.kill(),
    QUIT_GRACES.afterStdinEnd + QUIT_GRACES.afterTerm,
  );
  await child.gone;
  clearTimeout(force);
}
