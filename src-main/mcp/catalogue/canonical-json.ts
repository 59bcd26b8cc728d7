/** Deepest nesting of a tool's declaration: providers refuse far less, and walks of it stay off the stack's end. */
const MAX_DEPTH = 100;

/** The value lies deeper than anything that a tool may declare. */
export class TooDeep extends Error {}

/**
 * JSON in which the order of members makes no difference, so that equal values give equal texts.
 * Throws `TooDeep`.
 */
export function canonicalJson(value: unknown, depth = 0): string {
  if (depth > MAX_DEPTH) throw new TooDeep();
  if (Array.isArray(value)) {
    return `[${value.map((item) => canonicalJson(item, depth + 1)).join(",")}]`;
  }
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member, depth + 1)}`);
  return `{${members.join(",")}}`;
}
