/** Progress that is told at once in a row; more than that comes at a pace. */
const BURST = 20;

/** The pace: nobody reads faster, and each is an event for the window. In milliseconds. */
const PACE_MS = 50;

/** Lets progress through at a pace; what is held back is overtaken by what is newer, the last is told always. */
export class ProgressGate {
  readonly #tell: (text: string) => void;
  #free = BURST;
  #filledAt = performance.now();
  #held: string | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(tell: (text: string) => void) {
    this.#tell = tell;
  }

  add(text: string): void {
    this.#refill();
    this.#held = text;
    if (this.#free > 0) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), PACE_MS);
  }

  /** Tells what is held back; to be called before the result is. */
  flush(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#held === null) return;
    const text = this.#held;
    this.#held = null;
    this.#free -= 1;
    this.#tell(text);
  }

  #refill(): void {
    const earned = Math.floor((performance.now() - this.#filledAt) / PACE_MS);
    if (earned <= 0) return;
    this.#filledAt += earned * PACE_MS;
    this.#free = Math.min(BURST, this.#free + earned);
  }
}
