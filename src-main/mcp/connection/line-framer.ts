/** A line that was longer than the cap; its bytes are gone but for both ends, which may hold its id. */
export interface OversizedLine {
  readonly bytes: number;
  readonly head: string;
  readonly tail: string;
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
  readonly #onLine: (line: string) => void;
  readonly #onOversized: (line: OversizedLine) => void;
  #parts: Buffer[] = [];
  #bytes = 0;
  #head: Buffer | null = null;

  constructor(
    capBytes: number,
    onLine: (line: string) => void,
    onOversized: (line: OversizedLine) => void,
  ) {
    this.#capBytes = capBytes;
    this.#onLine = onLine;
    this.#onOversized = onOversized;
  }

  push(chunk: Buffer): void {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      this.#append(chunk.subarray(from, end));
      this.#finish();
      from = end + 1;
    }
    this.#append(chunk.subarray(from));
  }

  #append(part: Buffer): void {
    if (part.length === 0) return;
    this.#parts.push(part);
    this.#bytes += part.length;
    if (this.#bytes > this.#capBytes) this.#shrink();
  }

  /** Keeps the two ends of a line that has become too long. */
  #shrink(): void {
    const whole = Buffer.concat(this.#parts);
    this.#head ??= Buffer.from(whole.subarray(0, KEPT_END_BYTES));
    this.#parts = [Buffer.from(whole.subarray(-KEPT_END_BYTES))];
  }

  #finish(): void {
    const rest = Buffer.concat(this.#parts);
    const [bytes, head] = [this.#bytes, this.#head];
    this.#parts = [];
    this.#bytes = 0;
    this.#head = null;
    if (head) {
      const tail = rest.subarray(-KEPT_END_BYTES).toString("utf8");
      this.#onOversized({ bytes, head: head.toString("utf8"), tail });
    } else {
      const line = decode(rest);
      if (line !== "") this.#onLine(line);
    }
  }
}

/** UTF-8 without a byte order mark and without the carriage return of a CRLF. */
function decode(bytes: Buffer): string {
  return bytes
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .trim();
}
