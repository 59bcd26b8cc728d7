/** Where one of the texts stands: from its first character to after its last. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** Characters that are looked at together: enough that a chance hit is rare also in base64. */
const BLOCK_CHARS = 3;

/** The shortest text that can be found, in characters. */
export const MIN_FOUND_CHARS = BLOCK_CHARS;

/** A longer window moves further, but not by more than a byte of the table can say. */
const MAX_WINDOW = 200;

/** Places of the table of shifts; a power of two, so that the hash is a mask. */
const TABLE_SIZE = 65_536;

/**
 * Finds many fixed texts in one pass (the way of Wu and Manber): the characters at the end of a window
 * tell how far it may move, so most of the text is never looked at. The time does not grow with the
 * number of texts as long as they are a few thousand. Each text must be at least {@link MIN_FOUND_CHARS} long.
 */
export class TextFinder {
  readonly #window: number;
  readonly #longest: number;
  readonly #shifts: Uint8Array;
  /** By the block at the end of the window. */
  readonly #texts = new Map<number, string[]>();
  readonly #byFirst = new Map<number, string[]>();

  constructor(texts: readonly string[]) {
    const lengths = texts.map(({ length }) => length);
    this.#window = Math.min(...lengths, MAX_WINDOW);
    this.#longest = Math.max(0, ...lengths);
    this.#shifts = new Uint8Array(TABLE_SIZE).fill(this.#window - BLOCK_CHARS + 1);
    for (const text of texts) this.#enter(text);
  }

  /** In their order; ranges that overlap are one. */
  find(text: string): readonly TextRange[] {
    const ranges: TextRange[] = [];
    const last = text.length - this.#window;
    for (let at = 0; at <= last;) {
      const block = hashAt(text, at + this.#window - BLOCK_CHARS);
      const shift = this.#shifts[block] ?? 0;
      if (shift === 0) addRange(ranges, at, this.#lengthAt(text, at, block));
      at += Math.max(1, shift);
    }
    return ranges;
  }

  /** Where at the end one begins that goes on beyond it; the text's length when none does. */
  openEnd(text: string): number {
    for (let at = Math.max(0, text.length - this.#longest + 1); at < text.length; at += 1) {
      const begun = this.#byFirst.get(text.charCodeAt(at)) ?? [];
      if (begun.some((whole) => isBegun(whole, text, at))) return at;
    }
    return text.length;
  }

  #enter(text: string): void {
    const end = this.#window - BLOCK_CHARS;
    for (let at = 0; at <= end; at += 1) {
      const block = hashAt(text, at);
      this.#shifts[block] = Math.min(this.#shifts[block] ?? 0, end - at);
    }
    push(this.#texts, hashAt(text, end), text);
    push(this.#byFirst, text.charCodeAt(0), text);
  }

  /** Of the longest that stands here; 0 for none. */
  #lengthAt(text: string, at: number, block: number): number {
    let longest = 0;
    for (const candidate of this.#texts.get(block) ?? []) {
      if (candidate.length > longest && text.startsWith(candidate, at)) longest = candidate.length;
    }
    return longest;
  }
}

function isBegun(whole: string, text: string, at: number): boolean {
  const length = text.length - at;
  return whole.length > length && text.startsWith(whole.slice(0, length), at);
}

function addRange(ranges: TextRange[], from: number, length: number): void {
  if (length === 0) return;
  const to = from + length;
  const last = ranges.at(-1);
  if (!last || from >= last.to) ranges.push({ from, to });
  else if (to > last.to) ranges[ranges.length - 1] = { from: last.from, to };
}

function hashAt(text: string, at: number): number {
  const first = text.charCodeAt(at) << 10;
  const second = text.charCodeAt(at + 1) << 5;
  return (first ^ second ^ text.charCodeAt(at + 2)) & (TABLE_SIZE - 1);
}

function push(map: Map<number, string[]>, key: number, text: string): void {
  const known = map.get(key);
  if (known) known.push(text);
  else map.set(key, [text]);
}
