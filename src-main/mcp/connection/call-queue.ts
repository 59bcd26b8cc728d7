import { untilAborted } from "../../base/waiting.ts";

/** Lets calls through one at a time, in their order, or all at once for a server that takes that (M10). */
export class CallQueue {
  readonly #parallel: boolean;
  #last: Promise<unknown> = Promise.resolve();

  constructor(parallel: boolean) {
    this.#parallel = parallel;
  }

  /** Runs the call when it is its turn; an abort before that throws the signal's reason. */
  async run<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
    if (this.#parallel) return await call();
    const before = this.#last;
    const mine = before.then(() => {
      signal.throwIfAborted();
      return call();
    });
    // A call that failed holds nobody up.
    this.#last = mine.catch(() => {});
    return await untilAborted(mine, signal);
  }
}
