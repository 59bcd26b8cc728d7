/**
 * Characters that a reader cannot see or that turn what stands around them: controls, zero-width
 * and bidirectional marks, tags, variation selectors, unusual blanks, unpaired surrogates (S25).
 */
const hidden =
  /[\u034F\u17B4\u17B5\u180B-\u180F\uFE00-\uFE0F\u{E0100}-\u{E01EF}\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u00A0\u115F\u1160\u1680\u2000-\u200A\u202F\u205F\u2800\u3000\u3164\uFFA0]/gu;

/** The text with every hidden character written out as `\u{202E}`; line ends and tabs stay where they help. */
export function visibleText(text: string, options?: { readonly lines: boolean }): string {
  return text.replace(hidden, (character) => {
    if (options?.lines && (character === "\n" || character === "\t")) return character;
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`;
  });
}
