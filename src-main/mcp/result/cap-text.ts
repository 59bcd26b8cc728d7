/** What of one result's text the model gets (M21). */
const MAX_LINES = 2_000;
const MAX_BYTES = 50 * 1_024;

/** Of what is kept, this part is the beginning and the rest the end. */
const HEAD_SHARE = 0.7;

export interface CappedText {
  readonly text: string;
  readonly truncated: boolean;
}

/** Keeps head and tail of a text that is too long for the model, with a mark between them (M21). */
export function capText(text: string): CappedText {
  const lines = text.split("\n");
  const bytes = Buffer.byteLength(text);
  if (lines.length <= MAX_LINES && bytes <= MAX_BYTES) return { text, truncated: false };
  const head = takeLines(
    lines,
    Math.floor(MAX_LINES * HEAD_SHARE),
    MAX_BYTES * HEAD_SHARE,
    "start",
  );
  const tail = takeLines(
    lines,
    MAX_LINES - Math.floor(MAX_LINES * HEAD_SHARE),
    MAX_BYTES * (1 - HEAD_SHARE),
    "end",
  );
  const mark = `[… ${lines.length} lines, ${bytes} bytes in all; the middle is left out …]`;
  return { text: [head, mark, tail].join("\n"), truncated: true };
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
