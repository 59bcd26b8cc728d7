/** Lets calls through one at a time, in their order, or all at once for a server that takes that (M10). */
export class CallQueue {
  readonly #parallel: boolean;
  /** Those that wait; the first is called when the call before it has ended. */
  readonly #line: (() => void)[] = [];
  #isTaken = false;

  constructor(parallel: boolean) {
    this.#parallel = parallel;
  }

  /**
   * Runs the call when it is its turn; an abort before that throws the signal's reason. From then on the
   * call has to end by itself when the signal is aborted. One that fails holds nobody up.
   */
  async run<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    if (this.#parallel) return await call();
    if (this.#isTaken) await this.#turn(signal);
    this.#isTaken = true;
    try {
      signal.throwIfAborted();
      return await call();
    } finally {
      this.#passOn();
    }
  }

  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      const leave = () => {
        this.#line.splice(this.#line.indexOf(begin), 1);
        reject(signal.reason as Error);
      };
      signal.addEventListener("abort", leave, { once: true });
      this.#line.push(begin);
    });
  }

  /** It stays taken while anybody waits: who comes now has to queue behind them. */
  #passOn(): void {
    const next = this.#line.shift();
    if (next) next();
    else this.#isTaken = false;
  }
}
