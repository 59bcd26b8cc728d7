export type JsonObject = Readonly<Record<string, unknown>>;

/** What `value` has under the name, if that is an object; else an empty one. */
export function member(value: JsonObject, name: string): JsonObject {
  const found = value[name];
  return isObject(found) ? found : {};
}

export function isObject(value: unknown): value is JsonObject {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
