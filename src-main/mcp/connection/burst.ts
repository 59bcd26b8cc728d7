/** Notifications that are closer together than this belong to one burst; in milliseconds. */
const QUIET_MS = 100;

/** A burst that lasts longer is answered and taken for two; in milliseconds. */
const LONGEST_BURST_MS = 5_000;

/**
 * Turns a burst of notices into few runs of one piece of work: at most one while it lasts, for who
 * cannot wait, and one at its end (M7). Work never runs twice at the same time.
 */
export class Burst {
  readonly #work: () => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #startedAt = 0;
  /** Whether the work was already run for somebody in this burst. */
  #hurried = false;
  #isDue = false;
  #running: Promise<void> = Promise.resolve();
  #runs = 0;
  #waiting: (() => void)[] = [];

  /** The work must not reject. */
  constructor(work: () => Promise<void>) {
    this.#work = work;
  }

  notice(): void {
    if (this.#timer === undefined) {
      this.#startedAt = performance.now();
      this.#hurried = false;
    }
    this.#isDue = true;
    clearTimeout(this.#timer);
    const left = this.#startedAt + LONGEST_BURST_MS - performance.now();
    this.#timer = setTimeout(() => this.#end(), Math.max(0, Math.min(QUIET_MS, left)));
  }

  /** Whether every notice has been answered. */
  get isSettled(): boolean {
    return !this.#isDue && this.#runs === 0;
  }

  /** Resolves when every notice until now has been answered by a run that began after it. */
  async settled(): Promise<void> {
    if (this.#isDue) await (this.#hurried ? this.#endOfBurst() : this.#hurry());
    await this.#running;
  }

  /** No work begins any more; who waits goes on. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isDue = false;
    this.#release();
  }

  #hurry(): void {
    this.#hurried = true;
    this.#run();
  }

  #endOfBurst(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #end(): void {
    this.#timer = undefined;
    if (this.#isDue) this.#run();
    this.#release();
  }

  #run(): void {
    this.#isDue = false;
    this.#runs += 1;
    this.#running = this.#running.then(() => this.#work()).finally(() => (this.#runs -= 1));
  }

  #release(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
