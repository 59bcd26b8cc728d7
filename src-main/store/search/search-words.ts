/** What the index cuts texts into: shorter words cannot be looked up in it. In characters. */
const TRIGRAM = 3;

export interface SearchWords {
  /** For the index's MATCH; null when no word is long enough. */
  readonly match: string | null;
  /** Patterns for LIKE, with `\` before what is meant as it stands. */
  readonly short: readonly string[];
}

/** The words of what a person typed, each as a part of a text that must be found. */
export function searchWords(text: string): SearchWords {
  // Composed, as the texts in the index are, so that letters look the same to it.
  const words = [
    ...new Set(
      text
        .normalize("NFC")
        .split(/\s+/)
        .filter((word) => word !== ""),
    ),
  ];
  const isLong = (word: string) => Array.from(word).length >= TRIGRAM;
  const long = words.filter(isLong);
  const short = words.filter((word) => !isLong(word));
  return {
    match: long.length === 0 ? null : long.map(quoted).join(" "),
    short: short.map((word) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`),
  };
}

/** So that nothing in it is read as an operator. */
function quoted(word: string): string {
  return `"${word.replaceAll('"', '""')}"`;
}
