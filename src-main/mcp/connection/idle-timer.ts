import type { Disposable } from "../../base/disposable.ts";

/** Timers fire up to this much early, in milliseconds. */
const EARLY_MS = 1;

export interface IdleTimerOptions {
  /** 0 for never, in milliseconds. */
  readonly timeoutMs: () => number;
  readonly onIdle: () => void;
}

/**
 * Tells when nothing has been asked of a server for a time. A call only leaves a note of its end: the
 * timer that runs already looks at it when it fires, and sets out anew for what is left.
 */
export class IdleTimer implements Disposable {
  readonly #options: IdleTimerOptions;
  #timer: NodeJS.Timeout | undefined;
  #busy = 0;
  #since = performance.now();

  constructor(options: IdleTimerOptions) {
    this.#options = options;
  }

  /** Since when nothing is asked of it, on a clock that never jumps; null while something is. */
  get since(): number | null {
    return this.#busy === 0 ? this.#since : null;
  }

  begin(): void {
    this.#busy += 1;
  }

  end(): void {
    this.#busy -= 1;
    this.#since = performance.now();
    if (this.#timer === undefined) this.#wait(this.#options.timeoutMs());
  }

  /** The time is another one now. */
  restart(): void {
    this.dispose();
    this.#look();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #wait(ms: number): void {
    if (this.#options.timeoutMs() === 0) return;
    this.#timer = setTimeout(() => this.#look(), ms).unref();
  }

  #look(): void {
    this.#timer = undefined;
    // The end of what is asked of it now begins the next wait.
    if (this.since === null) return;
    const left = this.#since + this.#options.timeoutMs() - performance.now();
    if (left >= EARLY_MS) this.#wait(left);
    else if (this.#options.timeoutMs() > 0) this.#options.onIdle();
  }
}
