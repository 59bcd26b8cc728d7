import type { Redactor } from "../base/redactor.ts";

/** Arguments that are longer are looked at up to here, in characters: no secret is hidden by length alone. */
const MAX_CHARS = 500_000;

/** How deep a secret may be wrapped: encoded, and that encoded again. */
const MAX_DEPTH = 3;

/**
 * All forms of the arguments that are looked at have so many characters at most, the likely ones first:
 * a model writes a few thousand, and of so many every form is looked at; more must not hold the app up.
 */
const MAX_LOOKED_AT_CHARS = 2_000_000;

/** What a secret may be taken apart by, one of them at a time: its own characters may be among them. */
const SEPARATORS = [
  /\s+/gu,
  /[\s,;|"'[\]{}()]+/gu,
  /\./gu,
  /-/gu,
  /_/gu,
  /\+/gu,
  /[\\/]/gu,
  /[\s\p{P}]+/gu,
];

/** Words that may be an encoding of something, from the length of the shortest secret on. */
const BASE64_WORD = /[A-Za-z0-9+/_-]{8,}={0,2}/gu;
const HEX_WORD = /(?:[0-9a-f]{2}[\s:]?){6,}/giu;

/**
 * Whether a secret that the app knows stands in the arguments of a call, in whatever form a model could
 * have been talked into: as it is, encoded, taken apart, spread over several of them (S57).
 */
export function holdsSecret(args: Readonly<Record<string, unknown>>, redactor: Redactor): boolean {
  const texts = textsIn(args);
  const together = [texts.join("").slice(0, MAX_CHARS), texts.join("\n").slice(0, MAX_CHARS)];
  let left = MAX_LOOKED_AT_CHARS;
  for (const form of formsOf(together)) {
    if (redactor.text(form) !== form) return true;
    left -= form.length;
    if (left < 0) return false;
  }
  return false;
}

/** Names of members and values, in their order. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (value === null || typeof value !== "object") return [];
  return [...Object.values(value).flatMap(textsIn), ...Object.keys(value)];
}

/** The likely first: as they are, taken together, decoded once, and so on. Each form once. */
function* formsOf(texts: readonly string[]): Generator<string> {
  const known = new Set<string>();
  let latest = new Set(texts);
  for (let depth = 0; depth <= MAX_DEPTH; depth += 1) {
    const next = new Set<string>();
    for (const text of latest) {
      if (known.has(text)) continue;
      known.add(text);
      yield text;
      yield* new Set(takenTogether(text));
      for (const one of decoded(text)) next.add(one);
    }
    latest = next;
  }
}

function takenTogether(text: string): readonly string[] {
  const joined = SEPARATORS.map((separator) => text.replace(separator, ""));
  return [...joined, reversed(text), reversed(text.replace(/\s+/gu, ""))];
}

function reversed(text: string): string {
  return text.split("").reverse().join("");
}

/** What the text becomes by each way to read an encoding that changes it. */
function decoded(text: string): readonly string[] {
  const read = [
    percentDecoded(text),
    text.replace(/&#(x?)([0-9a-f]{1,6});/giu, (_all, hex: string, code: string) =>
      character(Number.parseInt(code, hex === "" ? 10 : 16)),
    ),
    text.replace(/\\(?:u\{?|x)([0-9a-f]{2,6})\}?/giu, (_all, code: string) =>
      character(Number.parseInt(code, 16)),
    ),
    wordsDecoded(text, HEX_WORD, (word) => Buffer.from(word.replace(/[\s:]/gu, ""), "hex")),
    wordsDecoded(text, BASE64_WORD, (word) => Buffer.from(word, "base64")),
    wordsDecoded(text, BASE64_WORD, (word) => Buffer.from(word, "base64url")),
    rotated(text),
    text.normalize("NFKC"),
    text.replace(/[\u200b-\u200f\u2060-\u2064\ufeff\u00ad]/gu, ""),
  ];
  return read.filter((one) => one !== "" && one !== text);
}

/** Piece by piece, since one that is broken must not hide the others. */
function percentDecoded(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/giu, (piece) =>
    Buffer.from(piece.replaceAll("%", ""), "hex").toString("utf8"),
  );
}

function wordsDecoded(text: string, words: RegExp, decode: (word: string) => Buffer): string {
  return (text.match(words) ?? []).map((word) => decode(word).toString("utf8")).join("\n");
}

function rotated(text: string): string {
  return text.replace(/[a-z]/giu, (letter) => {
    const base = letter <= "Z" ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });
}

/** Highest code point that there is. */
const MAX_CODE_POINT = 0x10_ff_ff;

function character(code: number): string {
  return code <= MAX_CODE_POINT ? String.fromCodePoint(code) : "";
}
