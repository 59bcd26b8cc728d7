/** The largest time that a timer takes, in milliseconds; for the SDK's own, which must decide nothing. */
export const MAX_TIMER_MS = 2_147_483_647;

/** However often progress is told, a call ends after this many times its timeout (M10). */
const TOTAL_TIMEOUT_FACTOR = 10;

/** The time of a call that progress sets back, up to a total (M10). */
export class CallTimer {
  readonly #quiet: NodeJS.Timeout;
  readonly #total: NodeJS.Timeout;
  readonly #onExpired: () => void;
  expired = false;

  constructor(timeoutMs: number, onExpired: () => void) {
    this.#onExpired = onExpired;
    this.#quiet = setTimeout(() => this.#expire(), Math.min(timeoutMs, MAX_TIMER_MS));
    const totalMs = Math.min(timeoutMs * TOTAL_TIMEOUT_FACTOR, MAX_TIMER_MS);
    this.#total = setTimeout(() => this.#expire(), totalMs);
  }

  reset(): void {
    if (!this.expired) this.#quiet.refresh();
  }

  clear(): void {
    clearTimeout(this.#quiet);
    clearTimeout(this.#total);
  }

  #expire(): void {
    if (this.expired) return;
    this.expired = true;
    this.clear();
    this.#onExpired();
  }
}
