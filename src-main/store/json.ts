/** A value for a JSON column; null stays no value at all. */
export function toJson(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}

/** A JSON column's value. Throws when the text is not JSON: the row is bad then. */
export function fromJson(column: unknown): unknown {
  if (typeof column !== "string") return null;
  try {
    return JSON.parse(column);
  } catch {
    // The engine's own message quotes the text, which is not for the log.
    throw new Error("a column of it is not JSON");
  }
}
