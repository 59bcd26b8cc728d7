/** Of what is kept of a text, this part is its beginning and the rest its end. */
const HEAD_SHARE = 0.7;

/** Characters kept of each text in a value that is too long, tried in this order. */
const TEXT_CHARS = [2_000, 500, 100, 80] as const;

/** Items kept of each list, and members of each object, tried along with them. */
const ITEMS = [200, 50, 20, 5] as const;

/**
 * A JSON value with the head and the tail of each of its texts, and of what is too many, the first;
 * written in at most so many bytes. Null when even that is too long. Members and their order stay.
 */
export function shorten(value: unknown, maxBytes: number): unknown {
  for (const [index, chars] of TEXT_CHARS.entries()) {
    const short = walk(value, chars, ITEMS[index] ?? 1);
    if (Buffer.byteLength(JSON.stringify(short) ?? "") <= maxBytes) return short;
  }
  return null;
}

function walk(value: unknown, chars: number, items: number): unknown {
  if (typeof value === "string") return headAndTail(value, chars);
  if (Array.isArray(value)) return value.slice(0, items).map((item) => walk(item, chars, items));
  if (value === null || typeof value !== "object") return value;
  const members = Object.entries(value).slice(0, items);
  return Object.fromEntries(members.map(([name, inner]) => [name, walk(inner, chars, items)]));
}

/** The beginning and the end of a text, with a mark between them that says how much is not there. */
export function headAndTail(text: string, chars: number): string {
  if (text.length <= chars) return text;
  const head = Math.floor(chars * HEAD_SHARE);
  const left = text.length - chars;
  // Half of a character at an edge would not be text any more.
  const begin = text.slice(0, head).replace(/[\uD800-\uDBFF]$/, "");
  const end = text.slice(head + left).replace(/^[\uDC00-\uDFFF]/, "");
  return `${begin} [… ${left} characters …] ${end}`;
}
