import { isObject, mapValues } from "./json.ts";

/**
 * The value with every lone half of a surrogate pair replaced in its texts: such a text has no
 * UTF-8, and a provider that gets one refuses the whole request, and every one after it (B7.11).
 * Bytes stay as they are.
 */
export function wellFormed<T>(value: T): T {
  return cleaned(value) as T;
}

function cleaned(value: unknown): unknown {
  if (typeof value === "string") return wellFormedText(value);
  if (Array.isArray(value)) return value.map(cleaned);
  if (Buffer.isBuffer(value) || !isObject(value)) return value;
  return mapValues(value, cleaned);
}

function wellFormedText(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\u{FFFD}");
}
