import { newId } from "../base/ids.ts";
import type { Logger, LogLevel } from "../base/logger.ts";
import type { Redactor } from "../base/redactor.ts";
import { Guard } from "./guard.ts";
import { makePrivateFolder, removePrivateFolder } from "./private-folder.ts";
import { SupervisedProcess, type ProcessSpec, type StopGraces } from "./supervised-process.ts";

/** At quit the whole ladder, and the farewell before it, fit into the promised 5 s (M20). In milliseconds. */
const QUIT_GRACES: StopGraces = { afterStdinEnd: 1_500, afterTerm: 1_000 };

export interface SupervisorOptions {
  /** The Node that runs the guard. */
  readonly node: string;
  /** The built guard script. */
  readonly guardScript: string;
  readonly redactor: Redactor;
  readonly logger: Logger;
}

export interface PrivateFolder {
  readonly path: string;
  readonly release: () => void;
}

/** Owns every child of the app: what it did not start does not run, what it started it ends. */
export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #children = new Set<SupervisedProcess>();
  #guard: Guard | null = null;
  #closed = false;

  constructor(options: SupervisorOptions) {
    this.#options = options;
  }

  /** Starts a child; what it writes to stderr goes into the log at `stderrLevel` (M19). */
  async start(spec: ProcessSpec, stderrLevel: LogLevel): Promise<SupervisedProcess> {
    const { logger, redactor } = this.#options;
    const log = (line: string) => logger[stderrLevel](`${spec.name} mcp: ${line}`);
    const child = await SupervisedProcess.start(spec, newId(), redactor, log);
    this.#adopt(child);
    // Asked for before the quit, started after it: it goes at once.
    if (this.#closed) await child.stop({ afterStdinEnd: 0, afterTerm: 0 });
    return child;
  }

  /** A fresh folder for something that lasts no longer than the app; release it, or the guard does. */
  makeFolder(): PrivateFolder {
    return this.adoptFolder(makePrivateFolder());
  }

  /** The same for a folder that was made before the supervisor was. */
  adoptFolder(folder: string): PrivateFolder {
    this.#startedGuard().watchFolder(folder);
    return {
      path: folder,
      release: () => {
        removePrivateFolder(folder);
        this.#guard?.forgetFolder(folder);
      },
    };
  }

  /** Ends all children at once, whatever they do, and then the guard. Takes at most 5 s. */
  async stopAll(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#children].map(endWithin));
    this.#guard?.dispose();
    this.#guard = null;
  }

  #adopt(child: SupervisedProcess): void {
    this.#children.add(child);
    void child.exited.then(() => this.#children.delete(child));
    this.#startedGuard().watch(child);
  }

  #startedGuard(): Guard {
    this.#guard ??= new Guard(this.#options.node, this.#options.guardScript);
    return this.#guard;
  }
}

/** Who is on the way down already keeps its own pace, but not for longer than the quit may take. */
async function endWithin(child: SupervisedProcess): Promise<void> {
  if (child.state === "running") return void (await child.stop(QUIT_GRACES));
  const force = setTimeout(
    () => void child.stop(),
    QUIT_GRACES.afterStdinEnd + QUIT_GRACES.afterTerm,
  );
  await child.exited;
  clearTimeout(force);
}
