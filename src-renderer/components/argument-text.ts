import { visibleText } from "./visible-text.ts";

/** Longest JSON that stands on one line, in characters: about what a card holds. */
const ONE_LINE_CHARS = 72;

/**
 * A value exactly as the server gets it, made visible: JSON, except that a text of several lines
 * keeps its lines, so that code can be read.
 */
export function argumentText(value: unknown): string {
  if (typeof value === "string" && value.includes("\n")) {
    return `"${visibleText(value, { lines: true })}"`;
  }
  const oneLine = JSON.stringify(value) ?? String(value);
  if (oneLine.length <= ONE_LINE_CHARS) return visibleText(oneLine);
  return visibleText(JSON.stringify(value, null, 2), { lines: true });
}
