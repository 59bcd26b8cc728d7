import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "../../agent/ports.ts";
import { arrayAt, isObject, objectAt, textsIn, withoutKeys } from "./json.ts";

/** What a schema may not have at its root, by the word of most providers (B6.1). */
const COMBINATIONS = new Set([
  "anyOf",
  "oneOf",
  "allOf",
  "not",
  "if",
  "then",
  "else",
  "enum",
  "const",
  "dependentSchemas",
  "dependentRequired",
]);

export interface MergedSchema {
  readonly schema: JsonObject;
  /** In words what the schema itself no longer says; null when it says all. */
  readonly note: string | null;
}

/**
 * An object's schema with the properties of all its branches in one, so that nothing that a branch
 * allows is lost and nothing that only one of them asks for is required. The server still judges by
 * its own schema.
 */
export function mergeBranches(schema: JsonObject): MergedSchema {
  const { own, properties, required, choices } = merged(schema);
  const known = required.filter((name) => Object.hasOwn(properties, name));
  const isTold = known.length > 0 || own["required"] !== undefined;
  return {
    schema: { ...own, properties, ...(isTold ? { required: known } : {}) },
    note: noteOf(choices, new Set(known)),
  };
}

interface Merged {
  /** Without what stands in the other members. */
  readonly own: JsonObject;
  readonly properties: JsonObject;
  readonly required: readonly string[];
  /** The branches of `anyOf` and of `oneOf`. */
  readonly choices: readonly (readonly Merged[])[];
}

function merged(schema: JsonObject): Merged {
  const all = arrayAt(schema, "allOf").flatMap(mergedIn);
  const choices = ["anyOf", "oneOf"].map((key) => arrayAt(schema, key).flatMap(mergedIn));
  const optional = ["then", "else"].flatMap((key) => mergedIn(schema[key]));
  const parts = [...all, ...choices.flat(), ...optional].map((part) => part.properties);
  const required = [
    ...textsIn(arrayAt(schema, "required")),
    ...all.flatMap((part) => part.required),
    ...choices.flatMap(requiredByEach),
  ];
  return {
    own: { ...withoutKeys(schema, COMBINATIONS), type: "object" },
    properties: mergedProperties([objectAt(schema, "properties"), ...parts]),
    required: [...new Set(required)],
    choices,
  };
}

/** A branch may have branches of its own. */
function mergedIn(branch: unknown): readonly Merged[] {
  return isObject(branch) ? [merged(branch)] : [];
}

function mergedProperties(parts: readonly JsonObject[]): JsonObject {
  const found = new Map<string, unknown[]>();
  for (const part of parts) {
    for (const [name, property] of Object.entries(part)) {
      const known = found.get(name) ?? [];
      if (known.some((one) => isDeepStrictEqual(one, property))) continue;
      found.set(name, [...known, property]);
    }
  }
  return Object.fromEntries([...found].map(([name, schemas]) => [name, oneOfThem(schemas)]));
}

/** The values that tell branches apart become one list of values. */
function oneOfThem(schemas: readonly unknown[]): unknown {
  if (schemas.length === 1) return schemas[0];
  const values = schemas.map(valuesOf);
  if (values.some((list) => list === null)) return { anyOf: schemas };
  const first = schemas.find(isObject) ?? {};
  return {
    ...withoutKeys(first, new Set(["const", "enum"])),
    enum: [...new Set(values.flatMap((list) => list ?? []))],
  };
}

function valuesOf(schema: unknown): readonly unknown[] | null {
  if (!isObject(schema)) return null;
  if (Object.hasOwn(schema, "const")) return [schema["const"]];
  return Array.isArray(schema["enum"]) ? arrayAt(schema, "enum") : null;
}

function requiredByEach(branches: readonly Merged[]): readonly string[] {
  const [first, ...others] = branches;
  return (first?.required ?? []).filter((name) =>
    others.every((branch) => branch.required.includes(name)),
  );
}

function noteOf(
  choices: readonly (readonly Merged[])[],
  required: ReadonlySet<string>,
): string | null {
  const notes = choices.flatMap((branches) => {
    const sets = branches.map((branch) => branch.required.filter((name) => !required.has(name)));
    const isChoice = sets.length > 1 && sets.every((names) => names.length > 0);
    return isChoice
      ? [`Needs one of: ${sets.map((names) => names.join(" with ")).join("; ")}.`]
      : [];
  });
  return notes.length === 0 ? null : notes.join(" ");
}
