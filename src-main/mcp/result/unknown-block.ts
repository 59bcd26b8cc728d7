import { asText, isBlock, oneLine, type Block } from "./block.ts";

/** A text that is longer and has no space in it is no text: bytes in some coding. In characters. */
const MAX_WORD_CHARS = 1_000;

/** Members that say something about a block and are not what it holds. */
const ABOUT: ReadonlySet<string> = new Set(["type", "_meta", "annotations"]);

/**
 * A block of a type that nobody knows, in a line for the model (B7.6): what it holds under its own name,
 * else its name and whatever else it holds. Bytes are left out.
 */
export function describeUnknown(block: Block): string {
  const type = oneLine(block["type"] ?? "without a type");
  const own = block[type];
  if (own !== undefined) return asText(withoutBytes(own));
  const rest = Object.fromEntries(Object.entries(block).filter(([name]) => !ABOUT.has(name)));
  const more = Object.keys(rest).length > 0 ? ` ${asText(withoutBytes(rest))}` : "";
  return `[unsupported content: ${type}]${more}`;
}

function withoutBytes(value: unknown): unknown {
  if (typeof value === "string")
    return isText(value) ? value : `[${value.length} characters omitted]`;
  if (Array.isArray(value)) return value.map(withoutBytes);
  if (!isBlock(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withoutBytes(inner)]),
  );
}

function isText(value: string): boolean {
  return value.length <= MAX_WORD_CHARS || /\s/.test(value.slice(0, MAX_WORD_CHARS));
}
