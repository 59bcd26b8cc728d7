/** Lines of one child that the log takes within a second: more than anybody reads, less than fills a disk. */
export const LOG_LINES_PER_SECOND = 100;

/** The span in which lines are counted, in milliseconds. */
const SPAN_MS = 1_000;

/** Lets the first lines of each second through and tells how many were left out. */
export class LineCap {
  readonly #write: (line: string) => void;
  #span: NodeJS.Timeout | undefined;
  #written = 0;
  #leftOut = 0;

  constructor(write: (line: string) => void) {
    this.#write = write;
  }

  take(lines: readonly string[]): void {
    if (lines.length === 0) return;
    this.#span ??= setTimeout(() => this.endSpan(), SPAN_MS).unref();
    const through = lines.slice(0, Math.max(0, LOG_LINES_PER_SECOND - this.#written));
    this.#written += through.length;
    this.#leftOut += lines.length - through.length;
    for (const line of through) this.#write(line);
  }

  /** Tells what was left out so far, and begins to count anew. */
  endSpan(): void {
    clearTimeout(this.#span);
    this.#span = undefined;
    const leftOut = this.#leftOut;
    this.#written = 0;
    this.#leftOut = 0;
    if (leftOut > 0) this.#write(`(${leftOut} more lines in this second are not in the log)`);
  }
}
