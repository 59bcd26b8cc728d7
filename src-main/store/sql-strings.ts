/** Words of the code's own, as the inside of an SQL `IN (…)`. */
export function sqlStrings(words: readonly string[]): string {
  return words.map((word) => `'${word.replaceAll("'", "''")}'`).join(", ");
}
