import { untilAborted } from "../../base/waiting.ts";

/** Lets calls through one at a time, in their order, or all at once for a server that takes that (M10). */
export class CallQueue {
  readonly #parallel: boolean;
  /** The end of the work that has everything for itself and came last. */
  #last: Promise<unknown> = Promise.resolve();
  /** Calls that run at the same time as others. */
  readonly #together = new Set<Promise<unknown>>();

  constructor(parallel: boolean) {
    this.#parallel = parallel;
  }

  /** Runs the call when it is its turn; an abort before that throws the signal's reason. */
  run<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
    return this.#parallel ? this.#runTogether(signal, call) : this.runAlone(signal, call);
  }

  /** Runs the work when all that came before has ended; what comes later waits for it. */
  async runAlone<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const before =
      this.#together.size === 0 ? this.#last : Promise.all([this.#last, ...this.#together]);
    const mine = before.then(() => {
      signal.throwIfAborted();
      return work();
    });
    // A call that failed holds nobody up.
    this.#last = mine.catch(() => {});
    return await untilAborted(mine, signal);
  }

  async #runTogether<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
    const mine = this.#last.then(() => {
      signal.throwIfAborted();
      return call();
    });
    const settled: Promise<unknown> = mine
      .catch(() => {})
      .finally(() => this.#together.delete(settled));
    this.#together.add(settled);
    return await untilAborted(mine, signal);
  }
}
