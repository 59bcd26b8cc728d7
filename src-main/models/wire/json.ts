import type { JsonObject } from "../../agent/ports.ts";

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object under the key, or an empty one. */
export function objectAt(value: JsonObject, key: string): JsonObject {
  const found = value[key];
  return isObject(found) ? found : {};
}

/** The array under the key, or an empty one. */
export function arrayAt(value: JsonObject, key: string): readonly unknown[] {
  const found = value[key];
  return Array.isArray(found) ? found : [];
}

export function textsIn(values: readonly unknown[]): readonly string[] {
  return values.filter((value) => typeof value === "string");
}

/** The object with each value changed; also `__proto__` stays an ordinary member. */
export function mapValues(
  value: JsonObject,
  change: (inner: unknown, key: string) => unknown,
): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, change(inner, key)]));
}

export function withoutKeys(value: JsonObject, keys: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.has(key)));
}
