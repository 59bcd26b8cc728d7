interface Waiting {
  readonly alone: boolean;
  readonly begin: () => void;
}

/**
 * Lets calls through one at a time, in their order, or all at once for a server that takes that (M10).
 * Whoever was let in has to end by itself when its signal is aborted. One that fails holds nobody up.
 */
export class CallQueue {
  readonly #parallel: boolean;
  /** Those that wait, in their order. */
  readonly #line: Waiting[] = [];
  #running = 0;
  #isAlone = false;

  constructor(parallel: boolean) {
    this.#parallel = parallel;
  }

  /** Runs the call when it is its turn; an abort before that throws the signal's reason. */
  run<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
    return this.#run(signal, !this.#parallel, call);
  }

  /** Runs the work when all that came before has ended; what comes later waits for it. */
  runAlone<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    return this.#run(signal, true, work);
  }

  async #run<T>(signal: AbortSignal, alone: boolean, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    // Who comes now has to queue behind those that wait.
    if (this.#line.length === 0 && this.#hasRoom(alone)) this.#enter(alone);
    else await this.#turn(signal, alone);
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      this.#leave();
    }
  }

  #hasRoom(alone: boolean): boolean {
    return this.#running === 0 || (!alone && !this.#isAlone);
  }

  #enter(alone: boolean): void {
    this.#running += 1;
    this.#isAlone = alone;
  }

  #leave(): void {
    this.#running -= 1;
    if (this.#running === 0) this.#isAlone = false;
    this.#letIn();
  }

  #letIn(): void {
    for (let [next] = this.#line; next && this.#hasRoom(next.alone); [next] = this.#line) {
      this.#line.shift();
      this.#enter(next.alone);
      next.begin();
    }
  }

  #turn(signal: AbortSignal, alone: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        signal.removeEventListener("abort", giveUp);
        resolve();
      };
      const waiting = { alone, begin };
      const giveUp = () => {
        this.#line.splice(this.#line.indexOf(waiting), 1);
        reject(signal.reason as Error);
        // It may have been the one that held the others up.
        this.#letIn();
      };
      signal.addEventListener("abort", giveUp, { once: true });
      this.#line.push(waiting);
    });
  }
}
