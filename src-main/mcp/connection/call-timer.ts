/** The largest time that a timer takes, in milliseconds; for the SDK's own, which must decide nothing. */
export const MAX_TIMER_MS = 2_147_483_647;

/** However often progress is told, a call ends after this many times its timeout (M10). */
const TOTAL_TIMEOUT_FACTOR = 10;

/** The time of a call that progress sets back, up to a total (M10). */
export class CallTimer {
  readonly #timeoutMs: number;
  readonly #onExpired: () => void;
  readonly #startedAt = performance.now();
  #heardAt = this.#startedAt;
  #timer: NodeJS.Timeout;

  constructor(timeoutMs: number, onExpired: () => void) {
    this.#timeoutMs = timeoutMs;
    this.#onExpired = onExpired;
    this.#timer = this.#arm(timeoutMs);
  }

  /** Only a note: progress may come ten thousand times a second. */
  reset(): void {
    this.#heardAt = performance.now();
  }

  clear(): void {
    clearTimeout(this.#timer);
  }

  #arm(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.#look(), Math.min(ms, MAX_TIMER_MS));
  }

  #look(): void {
    const now = performance.now();
    const quiet = this.#heardAt + this.#timeoutMs - now;
    const total = this.#startedAt + this.#timeoutMs * TOTAL_TIMEOUT_FACTOR - now;
    // Timers fire up to a millisecond early.
    if (Math.min(quiet, total) < 1) this.#onExpired();
    else this.#timer = this.#arm(Math.min(quiet, total));
  }
}
