/** What of one result's text the model gets (M21). */
export interface TextLimits {
  readonly lines: number;
  readonly bytes: number;
}

/** Where the model's own limits are not narrower. */
export const DEFAULT_TEXT_LIMITS: TextLimits = { lines: 2_000, bytes: 50 * 1_024 };

/** Of what is kept, this part is the beginning and the rest the end. */
const HEAD_SHARE = 0.7;

const NEWLINE = 0x0a;

export interface CappedText {
  readonly text: string;
  readonly truncated: boolean;
}

/**
 * Keeps head and tail of a text that is too long for the model, with a mark between them that says how
 * much is left out, and where all of it is (M21). No more of a text is looked at in detail than is kept.
 */
export function capText(
  text: string,
  limits: TextLimits = DEFAULT_TEXT_LIMITS,
  wholeIsAt: string | null = null,
): CappedText {
  // Half a surrogate pair would make the whole request unreadable for a provider.
  const bytes = Buffer.from(text);
  const lines = countLines(bytes);
  if (lines <= limits.lines && bytes.length <= limits.bytes) {
    return { text: bytes.toString(), truncated: false };
  }
  const headLines = Math.floor(limits.lines * HEAD_SHARE);
  const headBytes = Math.floor(limits.bytes * HEAD_SHARE);
  const head = bytes.subarray(0, headEnd(bytes, headLines, headBytes));
  const rest = bytes.subarray(head.length);
  const tail = rest.subarray(tailStart(rest, limits.lines - headLines, limits.bytes - headBytes));
  const mark = markOf(bytes.length - head.length - tail.length, lines, bytes.length, wholeIsAt);
  return { text: `${withoutEnd(head)}\n${mark}\n${tail.toString()}`, truncated: true };
}

function markOf(leftOut: number, lines: number, bytes: number, wholeIsAt: string | null): string {
  const where = wholeIsAt === null ? "" : `; full text in ${wholeIsAt}`;
  return `[… ${leftOut} bytes left out of ${bytes} bytes in ${lines} lines${where} …]`;
}

function countLines(bytes: Buffer): number {
  let lines = 1;
  // A search for each would take seconds where every byte is one.
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at] === NEWLINE) lines += 1;
  return lines;
}

/** After as many whole lines as fit, or, where the first does not, in the middle of it. */
function headEnd(bytes: Buffer, maxLines: number, maxBytes: number): number {
  let end = 0;
  for (let line = 0; line < maxLines; line += 1) {
    const newline = bytes.indexOf(NEWLINE, end);
    if (newline < 0 || newline + 1 > maxBytes) break;
    end = newline + 1;
  }
  return end > 0 ? end : characterStart(bytes, Math.min(maxBytes, bytes.length));
}

function tailStart(bytes: Buffer, maxLines: number, maxBytes: number): number {
  const lowest = Math.max(0, bytes.length - maxBytes);
  let start = bytes.length;
  for (let line = 0; line < maxLines && start > lowest; line += 1) {
    const before = start < 2 ? 0 : bytes.lastIndexOf(NEWLINE, start - 2) + 1;
    if (before < lowest) break;
    start = before;
  }
  return start < bytes.length ? start : characterStart(bytes, lowest);
}

/** The first place from here on where a character begins. */
function characterStart(bytes: Buffer, at: number): number {
  let start = at;
  while (start > 0 && start < bytes.length && isInsideCharacter(bytes[start])) start += 1;
  return start;
}

/** The bytes of a character after its first are 10xxxxxx in UTF-8. */
function isInsideCharacter(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

function withoutEnd(head: Buffer): string {
  return head.toString().replace(/\n$/, "");
}
