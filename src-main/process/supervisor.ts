import { AppError, messageOf } from "../base/errors.ts";
import { newId } from "../base/ids.ts";
import type { Logger, LogLevel } from "../base/logger.ts";
import type { Redactor } from "../base/redactor.ts";
import { Guard } from "./guard.ts";
import { makePrivateFolder, removePrivateFolder } from "./private-folder.ts";
import { SupervisedProcess, type ProcessSpec, type StopGraces } from "./supervised-process.ts";

/** At quit the whole ladder, and the farewell before it, fit into the promised 5 s (M20). In milliseconds. */
const QUIT_GRACES: StopGraces = { afterStdinEnd: 1_200, afterTerm: 800 };

export interface SupervisorOptions {
  /** The Node that runs the guard; null where there is none. */
  readonly node: string | null;
  /** The built guard script. */
  readonly guardScript: string;
  readonly redactor: Redactor;
  readonly logger: Logger;
}

export interface PrivateFolder {
  readonly path: string;
  /** Removes it. What is still held by a process is left to the guard. */
  readonly release: () => void;
}

/** Owns every child of the app: what it did not start does not run, what it started it ends. */
export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #children = new Set<SupervisedProcess>();
  readonly #starts = new Set<Promise<SupervisedProcess>>();
  #guard: Guard | null = null;
  #closed = false;

  constructor(options: SupervisorOptions) {
    this.#options = options;
  }

  /**
   * Starts a child; what it writes to stderr goes into the log at `stderrLevel` (M19). Throws an
   * `AppError`: those of {@link SupervisedProcess.start}, `no-guard` and, after `stopAll`, `app-quits`.
   */
  async start(spec: ProcessSpec, stderrLevel: LogLevel): Promise<SupervisedProcess> {
    const starting = this.#startGuarded(spec, stderrLevel, this.#startedGuard());
    this.#starts.add(starting);
    return await starting.finally(() => this.#starts.delete(starting));
  }

  /** A fresh folder for something that lasts no longer than the app; release it, or the guard does. */
  makeFolder(): PrivateFolder {
    this.#startedGuard();
    return this.adoptFolder(makePrivateFolder());
  }

  /** The same for a folder that was made before the supervisor was. */
  adoptFolder(folder: string): PrivateFolder {
    this.#startedGuard().watchFolder(folder);
    return { path: folder, release: () => this.#releaseFolder(folder) };
  }

  /** Ends all children at once, whatever they do, and then the guard. */
  async stopAll(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#starts);
    await Promise.all([...this.#children].map(endWithin));
    this.#guard?.dispose();
    this.#guard = null;
  }

  async #startGuarded(
    spec: ProcessSpec,
    stderrLevel: LogLevel,
    guard: Guard,
  ): Promise<SupervisedProcess> {
    const { logger, redactor } = this.#options;
    const log = (line: string) => logger[stderrLevel](`${spec.name} mcp: ${line}`);
    const child = await SupervisedProcess.start(spec, newId(), redactor, log);
    this.#children.add(child);
    guard.watch(child);
    void child.gone.then(() => this.#children.delete(child));
    return child;
  }

  #releaseFolder(folder: string): void {
    try {
      removePrivateFolder(folder);
      this.#guard?.forgetFolder(folder);
    } catch (error) {
      this.#options.logger.warn(`A temporary folder is left for later: ${messageOf(error)}`);
    }
  }

  /** No child without a guard: it could outlive a crash of the app. */
  #startedGuard(): Guard {
    const { node, guardScript } = this.#options;
    if (this.#closed) throw new AppError("app-quits", "Pilothouse is about to quit.");
    if (node === null) {
      throw new AppError(
        "no-guard",
        "No server can be started: Pilothouse's own Node is missing. Run the set-up, then try again.",
      );
    }
    this.#guard ??= new Guard(node, guardScript);
    return this.#guard;
  }
}

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
