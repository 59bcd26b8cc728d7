/** What of one result's text the model gets (M21). */
const MAX_LINES = 2_000;
const MAX_BYTES = 50 * 1_024;

/** What the mark may take of both, so that a text which was capped is never capped again. */
const MARK_LINES = 1;
const MARK_BYTES = 256;

/** Of what is kept, this part is the beginning and the rest the end. */
const HEAD_SHARE = 0.7;

export interface CappedText {
  readonly text: string;
  readonly truncated: boolean;
}

/** Keeps head and tail of a text that is too long for the model, with a mark between them (M21). */
export function capText(text: string): CappedText {
  const keeper = new Cap(text);
  return keeper.isShort ? { text, truncated: false } : { text: keeper.cut(null), truncated: true };
}

/** The same; `keep` is given a text that is too long and says where all of it is. */
export function capKeptText(text: string, keep: (text: string) => string): CappedText {
  const keeper = new Cap(text);
  if (keeper.isShort) return { text, truncated: false };
  return { text: keeper.cut(keep(text)), truncated: true };
}

class Cap {
  readonly #lines: readonly string[];
  readonly #bytes: number;

  constructor(text: string) {
    this.#lines = text.split("\n");
    this.#bytes = Buffer.byteLength(text);
  }

  get isShort(): boolean {
    return this.#lines.length <= MAX_LINES && this.#bytes <= MAX_BYTES;
  }

  cut(where: string | null): string {
    const headLines = Math.floor((MAX_LINES - MARK_LINES) * HEAD_SHARE);
    const headBytes = (MAX_BYTES - MARK_BYTES) * HEAD_SHARE;
    const head = takeLines(this.#lines, headLines, headBytes, "start");
    const tailLines = MAX_LINES - MARK_LINES - headLines;
    const tail = takeLines(this.#lines, tailLines, MAX_BYTES - MARK_BYTES - headBytes, "end");
    const left = this.#bytes - Buffer.byteLength(head) - Buffer.byteLength(tail);
    const whole = where === null ? "" : `, full text in ${where}`;
    const mark = `[… ${this.#lines.length} lines, ${this.#bytes} bytes in all; the middle is left out: ${left} bytes${whole} …]`;
    return [head, mark, tail].join("\n");
  }
}

/** As many whole lines from one end as fit; of a first line that does not fit at all, a piece. */
function takeLines(
  lines: readonly string[],
  maxLines: number,
  maxBytes: number,
  from: "start" | "end",
): string {
  const ordered = from === "start" ? lines : [...lines].reverse();
  const taken: string[] = [];
  let bytes = 0;
  for (const line of ordered.slice(0, maxLines)) {
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > maxBytes) break;
    taken.push(line);
  }
  if (taken.length === 0) return cutLine(ordered[0] ?? "", maxBytes, from);
  return (from === "start" ? taken : taken.reverse()).join("\n");
}

function cutLine(line: string, maxBytes: number, from: "start" | "end"): string {
  const bytes = Buffer.from(line);
  const piece = from === "start" ? bytes.subarray(0, maxBytes) : bytes.subarray(-maxBytes);
  // A character that was cut in two at the edge is left out.
  return piece.toString("utf8").replace(/^\uFFFD+|\uFFFD+$/g, "");
}
