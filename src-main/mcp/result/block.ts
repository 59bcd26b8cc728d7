/** A content block, or anything else that a server sends where an object belongs. */
export type Block = Readonly<Record<string, unknown>>;

export function isBlock(value: unknown): value is Block {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** The blocks of a result's content, also where a server sends a single one, or plain text. */
export function blocksOf(content: unknown): readonly Block[] {
  if (content === undefined || content === null) return [];
  const items: readonly unknown[] = Array.isArray(content) ? content : [content];
  return items.filter((item) => item !== null && item !== undefined).map(toBlock);
}

function toBlock(item: unknown): Block {
  if (isBlock(item)) return item;
  return { type: "text", text: asText(item) };
}

/** A text as it is, anything else as JSON; nothing for nothing. */
export function asText(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Longest single line that stands for something, in characters. */
const MAX_LINE_CHARS = 2_048;

/** In one line: a name with line breaks in it must not pass for more than a name. */
export function oneLine(value: unknown): string {
  const line = asText(value).replace(/\s+/g, " ").trim();
  return line.length > MAX_LINE_CHARS ? `${line.slice(0, MAX_LINE_CHARS)}…` : line;
}
