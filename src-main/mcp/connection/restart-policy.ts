/** The wait after the first failure of a row, in milliseconds; it doubles with each further one (M11). */
const FIRST_WAIT_MS = 1_000;

/** The longest wait, in milliseconds (M11). */
const LONGEST_WAIT_MS = 30_000;

/** As many failures within {@link LATCH_WINDOW_MS} show that another try is of no use (M11). */
export const LATCH_FAILURES = 5;

/** In milliseconds (M11). Whoever ran for this long without a failure begins a new row, too. */
export const LATCH_WINDOW_MS = 120_000;

/**
 * When a server that keeps failing may be started again: after 1, 2, 4 … 30 s, and not at all after
 * five failures in two minutes, until somebody asks for it (M11).
 */
export class RestartPolicy {
  readonly #now: () => number;
  /** When it failed, within the window. */
  #failures: readonly number[] = [];
  #row = 0;
  #latched = false;

  /** `now` in milliseconds of a clock that never jumps. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** To be told of each end that nobody asked for, and of each start that came to nothing. */
  failed(): void {
    const now = this.#now();
    const last = this.#failures.at(-1);
    this.#row = last !== undefined && now - last < LATCH_WINDOW_MS ? this.#row + 1 : 1;
    this.#failures = [...this.#failures.filter((at) => now - at < LATCH_WINDOW_MS), now];
    this.#latched ||= this.#failures.length >= LATCH_FAILURES;
  }

  get latched(): boolean {
    return this.#latched;
  }

  /** How long the next start has to wait, in milliseconds; 0 when it need not. */
  waitMs(): number {
    const last = this.#failures.at(-1);
    if (last === undefined) return 0;
    const wait = Math.min(FIRST_WAIT_MS * 2 ** (this.#row - 1), LONGEST_WAIT_MS);
    return Math.max(0, last + wait - this.#now());
  }

  /** Somebody wants another try at once. */
  forgive(): void {
    this.#failures = [];
    this.#row = 0;
    this.#latched = false;
  }
}
