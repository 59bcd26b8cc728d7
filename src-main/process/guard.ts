import { spawn, type ChildProcess } from "node:child_process";
import type { Disposable } from "../base/disposable.ts";
import type { Logger } from "../base/logger.ts";
import { childEnvironment } from "./environment.ts";
import { textOf, type WatchLine, type WatchList } from "./watch-list.ts";

/** A guard that lived this long died of something that will not happen again at once, in milliseconds. */
const STABLE_MS = 10_000;

/** Wait before a guard is started again that died soon after its start, in milliseconds: longer each time. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

export interface GuardOptions {
  /** The Node that runs it. */
  readonly node: string;
  /** The built guard script. */
  readonly script: string;
  /** What a new guard is told first; kept up to date by the owner. */
  readonly list: WatchList;
  readonly logger: Logger;
}

/**
 * The app's end of the guard process: tells it whom to end when the app is gone (M20). One that dies
 * while the app lives is started again and told of everything anew.
 */
export class Guard implements Disposable {
  readonly #options: GuardOptions;
  #process: ChildProcess;
  #deaths = 0;
  #waiting: NodeJS.Timeout | undefined;
  #disposed = false;

  constructor(options: GuardOptions) {
    this.#options = options;
    this.#process = this.#start();
  }

  tell(line: WatchLine): void {
    this.#process.stdin?.write(textOf([line]));
  }

  /** The guard ends by itself once its input ends; with nothing left to guard, at once. */
  dispose(): void {
    this.#disposed = true;
    clearTimeout(this.#waiting);
    this.#process.stdin?.end();
  }

  /** In a group of its own, so that no signal to the app reaches it. */
  #start(): ChildProcess {
    const { node, script, list } = this.#options;
    const guard = spawn(node, [script], {
      detached: true,
      windowsHide: true,
      env: childEnvironment(process.env, {}),
      stdio: ["pipe", "ignore", "ignore"],
    });
    const startedAt = performance.now();
    guard.once("error", (error) => this.#startAgain(startedAt, error.message));
    guard.once("exit", (code, signal) => this.#startAgain(startedAt, String(signal ?? code)));
    // Of a guard that is gone its end tells.
    guard.stdin?.on("error", () => {});
    guard.unref();
    guard.stdin?.write(textOf(list.lines()));
    return guard;
  }

  #startAgain(startedAt: number, why: string): void {
    if (this.#disposed) return;
    const wasStable = performance.now() - startedAt >= STABLE_MS;
    this.#deaths = wasStable ? 1 : this.#deaths + 1;
    const waitMs = Math.min(FIRST_WAIT_MS * 2 ** (this.#deaths - 2), LONGEST_WAIT_MS);
    this.#options.logger.warn(`The guard process has ended (${why}); it is started again.`);
    // The first at once: until it runs nobody would end what a crash of the app leaves.
    if (this.#deaths === 1) this.#process = this.#start();
    else {
      this.#waiting = setTimeout(() => (this.#process = this.#start()), waitMs);
      this.#waiting.unref();
    }
  }
}
