/**
 * Splits a line as a shell does: blanks separate, quotes keep together, a backslash takes the next
 * character as it is (M24). Nothing is expanded. An open quote ends with the line.
 */
export function splitArguments(line: string): readonly string[] {
  const parts: string[] = [];
  let current: string | null = null;
  let quote: string | null = null;
  for (let index = 0; index < line.length; index += 1) {
    const char = line.charAt(index);
    if (char === "\\" && quote !== "'" && index + 1 < line.length) {
      index += 1;
      current = (current ?? "") + line.charAt(index);
    } else if (quote !== null) {
      if (char === quote) quote = null;
      else current = (current ?? "") + char;
    } else if (char === '"' || char === "'") {
      quote = char;
      current ??= "";
    } else if (/\s/.test(char)) {
      if (current !== null) parts.push(current);
      current = null;
    } else {
      current = (current ?? "") + char;
    }
  }
  return current === null ? parts : [...parts, current];
}
