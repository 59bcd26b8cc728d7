import type { JsonObject } from "../../agent/ports.ts";
import { arrayAt, isObject, mapValues, objectAt } from "./json.ts";
import { mapSubschemas } from "./schema-parts.ts";

/** What Anthropic takes as a property's name, and with it every other provider (B6.6). */
const GOOD_KEY = /^[a-zA-Z0-9_.-]{1,64}$/;

const MAX_KEY_CHARS = 64;

/** Good as names, but parsers of JSON refuse a text that holds them, for what they do to objects. */
const FEARED_KEYS = new Set(["__proto__", "constructor", "prototype"]);

/** The names under which a tool's odd property keys travel, one for each in the whole tool. */
export interface KeyNames {
  /** As it is sent. */
  readonly schema: JsonObject;
  readonly toWire: ReadonlyMap<string, string>;
  readonly toOriginal: ReadonlyMap<string, string>;
}

/** Gives each odd property key a name that every provider takes and that no other key has. */
export function nameKeys(schema: JsonObject): KeyNames {
  const keys = new Set(keysIn(schema));
  const toWire = new Map<string, string>();
  for (const key of keys) {
    if (GOOD_KEY.test(key) && !FEARED_KEYS.has(key)) continue;
    toWire.set(key, freeName(key, new Set([...keys, ...toWire.values()])));
  }
  const toOriginal = new Map([...toWire].map(([key, name]) => [name, key]));
  return { schema: toWire.size === 0 ? schema : renamed(schema, toWire), toWire, toOriginal };
}

/** What the model wrote, with the keys that the server knows. Only keys that the schema names change. */
export function withOriginalKeys(args: JsonObject, names: KeyNames): JsonObject {
  if (names.toOriginal.size === 0) return args;
  const { toOriginal } = names;
  const rename = (key: string, known: JsonObject) =>
    Object.hasOwn(known, key) ? ([toOriginal.get(key) ?? key, known[key]] as const) : null;
  return objectWith(args, [names.schema], rename);
}

/** What a call was made with, with the keys that the model knows. */
export function withWireKeys(args: JsonObject, names: KeyNames): JsonObject {
  if (names.toWire.size === 0) return args;
  const { toWire } = names;
  const rename = (key: string, known: JsonObject) => {
    const name = toWire.get(key) ?? key;
    return Object.hasOwn(known, name) ? ([name, known[name]] as const) : null;
  };
  return objectWith(args, [names.schema], rename);
}

/** The new key with the schema of what it holds; null where the schema does not name the key. */
type Rename = (key: string, known: JsonObject) => readonly [string, unknown] | null;

function valueWith(value: unknown, schemas: readonly JsonObject[], rename: Rename): unknown {
  if (Array.isArray(value)) {
    const items = schemas.flatMap((one) => [one["items"], ...arrayAt(one, "prefixItems")]);
    return value.map((item) => valueWith(item, withBranches(items), rename));
  }
  return isObject(value) ? objectWith(value, schemas, rename) : value;
}

function objectWith(value: JsonObject, schemas: readonly JsonObject[], rename: Rename): JsonObject {
  const known = schemas.map((schema) => objectAt(schema, "properties"));
  const free = withBranches(schemas.map((schema) => schema["additionalProperties"]));
  const entries = Object.entries(value).map(([key, inner]) => {
    const found = known.flatMap((properties) => {
      const one = rename(key, properties);
      return one === null ? [] : [one];
    });
    const inside = found.length === 0 ? free : withBranches(found.map(([, schema]) => schema));
    return [found[0]?.[0] ?? key, valueWith(inner, inside, rename)] as const;
  });
  return Object.fromEntries(entries);
}

/** The schemas and the branches of each: whichever the value follows. */
function withBranches(schemas: readonly unknown[]): readonly JsonObject[] {
  return schemas
    .filter(isObject)
    .flatMap((schema) => [
      schema,
      ...withBranches(["anyOf", "oneOf", "allOf"].flatMap((key) => arrayAt(schema, key))),
    ]);
}

function keysIn(schema: JsonObject): readonly string[] {
  const keys = Object.keys(objectAt(schema, "properties"));
  mapSubschemas(schema, (inner) => {
    if (isObject(inner)) keys.push(...keysIn(inner));
    return {};
  });
  return keys;
}

function renamed(schema: JsonObject, names: ReadonlyMap<string, string>): JsonObject {
  const nameOf = (key: unknown) => (typeof key === "string" ? (names.get(key) ?? key) : key);
  const inner = mapSubschemas(schema, (one) => renamed(isObject(one) ? one : {}, names));
  return mapValues(inner, (value, keyword) => {
    if (keyword === "required" && Array.isArray(value)) return value.map(nameOf);
    if (keyword !== "properties" || !isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [nameOf(key), one]));
  });
}

function freeName(key: string, taken: ReadonlySet<string>): string {
  const plain = key.replace(/[^a-zA-Z0-9_.-]/g, "_");
  const base = FEARED_KEYS.has(plain) ? "key" : plain.slice(0, MAX_KEY_CHARS) || "key";
  let name = base;
  for (let number = 2; taken.has(name); number += 1) {
    const suffix = `_${number}`;
    name = base.slice(0, MAX_KEY_CHARS - suffix.length) + suffix;
  }
  return name;
}
