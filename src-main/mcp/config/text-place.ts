/** A place in a text as editors count it, from 1. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** Lines end with LF or CRLF. */
export function placeAt(text: string, offset: number): TextPlace {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
