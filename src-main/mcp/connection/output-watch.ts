/** The time over which a server's output is counted, in milliseconds. */
const WINDOW_MS = 10_000;

/**
 * What a server may write to stdout in such a time, in bytes: the longest line that is taken, sixteen
 * times. One that writes more says nothing that anybody waits for, and keeps the whole app from working.
 */
export const MAX_OUTPUT_BYTES = 2 * 1024 * 1024 * 1024;

/** Finds out when a server writes without end. */
export class OutputWatch {
  readonly #maxBytes: number;
  readonly #now: () => number;
  #bytes = 0;
  #windowEnds = 0;

  /** `now` in milliseconds of a clock that never jumps. */
  constructor(maxBytes: number, now: () => number = () => performance.now()) {
    this.#maxBytes = maxBytes;
    this.#now = now;
  }

  /** Whether by these bytes it has written more than it may. */
  isTooMuch(bytes: number): boolean {
    const now = this.#now();
    if (now >= this.#windowEnds) {
      this.#windowEnds = now + WINDOW_MS;
      this.#bytes = 0;
    }
    this.#bytes += bytes;
    return this.#bytes > this.#maxBytes;
  }
}
