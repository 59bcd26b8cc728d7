import type { Logger } from "../base/logger.ts";
import { GuardRun } from "./guard-run.ts";
import type { WatchLine, WatchList } from "./watch-list.ts";

/** A guard that lived this long died of something that will not happen again at once, in milliseconds. */
const STABLE_MS = 10_000;

/** Wait before a guard is started again that died soon after its start, in milliseconds: longer each time. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** A guard that owes an answer for this long hangs, in milliseconds: on a busy machine its start takes a few seconds. */
const ANSWER_MS = 10_000;

/** The same at the quit, which has 5 s for all: an answer takes 1, on a busy machine some 100. In milliseconds. */
const LAST_ANSWER_MS = 500;

export interface GuardOptions {
  /** The Node that runs it. */
  readonly node: string;
  /** The built guard script. */
  readonly script: string;
  /** What a new guard is told first; kept up to date by the owner. */
  readonly list: WatchList;
  readonly logger: Logger;
  /** How long it may owe an answer, in milliseconds; absent, the usual. */
  readonly answerMs?: number;
}

/**
 * The app's end of the guard process: tells it whom to end when the app is gone (M20). One that dies
 * or hangs while the app lives is replaced, and the next is told of everything anew.
 */
export class Guard {
  readonly #options: GuardOptions;
  /** Null while the next one waits for its start. */
  #run: GuardRun | null = null;
  #deaths = 0;
  #waiting: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: GuardOptions) {
    this.#options = options;
    this.#start();
  }

  tell(line: WatchLine): void {
    this.#run?.tell([line]);
  }

  /**
   * The app goes: the guard ends what is left on the list, and itself. False where there is none, or it
   * hangs with no child left to end: that one is killed, and the folders of the list are the app's to remove.
   */
  async close(): Promise<boolean> {
    this.#closed = true;
    clearTimeout(this.#waiting);
    const run = this.#run;
    if (!run) return false;
    const isNeeded = this.#options.list.children.size > 0;
    const hears = await run.hears(LAST_ANSWER_MS);
    // It may be slow and not hung; then it does in time what the app cannot.
    if (hears || isNeeded) run.end();
    else run.kill();
    return hears || isNeeded;
  }

  #start(): void {
    const { node, script, list, answerMs = ANSWER_MS } = this.#options;
    const startedAt = performance.now();
    const run = new GuardRun({ node, script, answerMs });
    this.#run = run;
    run.tell(list.lines());
    void run.over.then((why) => {
      if (this.#closed) return;
      this.#run = null;
      const wasStable = run.hasAnswered && performance.now() - startedAt >= STABLE_MS;
      this.#startAgain(wasStable, why);
    });
  }

  #startAgain(wasStable: boolean, why: string): void {
    this.#deaths = wasStable ? 1 : this.#deaths + 1;
    const waitMs = Math.min(FIRST_WAIT_MS * 2 ** (this.#deaths - 2), LONGEST_WAIT_MS);
    this.#options.logger.warn(`The guard process has ended (${why}); it is started again.`);
    // The first at once: until it runs nobody would end what a crash of the app leaves.
    if (this.#deaths === 1) this.#start();
    else this.#waiting = setTimeout(() => this.#start(), waitMs).unref();
  }
}
