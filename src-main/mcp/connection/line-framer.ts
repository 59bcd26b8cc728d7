/** A line that is longer than the cap; its bytes are gone but for both ends, which may hold its id. */
export interface OversizedLine {
  /** Of what has come so far. */
  readonly bytes: number;
  readonly head: string;
  readonly tail: string;
  /** Whether its end has come: until then the tail is just what came last. */
  readonly isWhole: boolean;
}

export interface LineTaker {
  /** The bytes of one line, without its end; whoever keeps them keeps the whole chunk that they came in. */
  readonly onLine: (line: Buffer) => void;
  /** Once when a line passes the cap, once whenever it has grown by the cap again, and once at its end. */
  readonly onOversized: (line: OversizedLine) => void;
}

/** How much of each end of an oversized line is kept, in bytes (M13). */
const KEPT_END_BYTES = 4 * 1024;

const NEWLINE = 0x0a;

/**
 * Cuts a byte stream into lines, in time linear in its size: a chunk is looked at once, a line
 * is put together once (M13). A line over the cap costs that line alone.
 */
export class LineFramer {
  readonly #capBytes: number;
  readonly #taker: LineTaker;
  #parts: Buffer[] = [];
  #kept = 0;
  #bytes = 0;
  #head: Buffer | null = null;
  #tellAt: number;

  constructor(capBytes: number, taker: LineTaker) {
    this.#capBytes = capBytes;
    this.#taker = taker;
    this.#tellAt = capBytes;
  }

  push(chunk: Buffer): void {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      this.#append(chunk.subarray(from, end));
      this.#finish();
      from = end + 1;
    }
    // Nearly every chunk of a small answer ends with its line.
    if (from < chunk.length) this.#append(chunk.subarray(from));
  }

  #append(part: Buffer): void {
    if (part.length === 0) return;
    this.#parts.push(part);
    this.#kept += part.length;
    this.#bytes += part.length;
    if (this.#bytes > this.#capBytes) this.#shrink();
    if (this.#bytes <= this.#tellAt) return;
    this.#tellAt = this.#bytes + this.#capBytes;
    this.#taker.onOversized(this.#oversized(false));
  }

  /** Keeps the two ends of a line that has become too long. */
  #shrink(): void {
    // Not for every few bytes: the line may come in the smallest of pieces.
    if (this.#head && this.#kept < 2 * KEPT_END_BYTES) return;
    const whole = this.#take();
    this.#head ??= Buffer.from(whole.subarray(0, KEPT_END_BYTES));
    const tail = Buffer.from(whole.subarray(-KEPT_END_BYTES));
    this.#parts = [tail];
    this.#kept = tail.length;
  }

  #finish(): void {
    if (this.#head) this.#taker.onOversized(this.#oversized(true));
    const rest = this.#take();
    const wasOversized = this.#head !== null;
    this.#bytes = 0;
    this.#head = null;
    this.#tellAt = this.#capBytes;
    if (!wasOversized && rest.length > 0) this.#taker.onLine(rest);
  }

  /** All that is kept of the line, in one piece. */
  #take(): Buffer {
    const [only] = this.#parts;
    const whole = this.#parts.length === 1 && only ? only : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#kept = 0;
    return whole;
  }

  #oversized(isWhole: boolean): OversizedLine {
    const tail = Buffer.concat(this.#parts).subarray(-KEPT_END_BYTES);
    const head = this.#head ?? tail;
    return {
      bytes: this.#bytes,
      head: head.toString("utf8"),
      tail: tail.toString("utf8"),
      isWhole,
    };
  }
}
