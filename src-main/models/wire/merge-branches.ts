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
  const all = branchesAt(schema, "allOf");
  const choices = [branchesAt(schema, "anyOf"), branchesAt(schema, "oneOf")];
  const optional = ["then", "else"].flatMap((key) => mergedAt(schema[key]));
  const own: JsonObject = { ...withoutKeys(schema, COMBINATIONS), type: "object" };
  const properties = mergedProperties([own, ...all, ...choices.flat(), ...optional]);
  const required = [own, ...all]
    .flatMap((part) => textsIn(arrayAt(part, "required")))
    .concat(choices.flatMap(requiredByEach));
  return {
    schema: {
      ...own,
      properties,
      ...(required.length > 0 || own["required"] !== undefined
        ? { required: [...new Set(required)].filter((name) => Object.hasOwn(properties, name)) }
        : {}),
    },
    note: noteOf(choices, new Set(required)),
  };
}

function branchesAt(schema: JsonObject, key: string): readonly JsonObject[] {
  return arrayAt(schema, key).flatMap(mergedAt);
}

/** A branch may have branches of its own. */
function mergedAt(branch: unknown): readonly JsonObject[] {
  return isObject(branch) ? [mergeBranches(branch).schema] : [];
}

function mergedProperties(parts: readonly JsonObject[]): JsonObject {
  const found = new Map<string, unknown[]>();
  for (const part of parts) {
    for (const [name, property] of Object.entries(objectAt(part, "properties"))) {
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

function requiredByEach(branches: readonly JsonObject[]): readonly string[] {
  const [first, ...others] = branches.map((branch) => textsIn(arrayAt(branch, "required")));
  return (first ?? []).filter((name) => others.every((names) => names.includes(name)));
}

function noteOf(
  choices: readonly (readonly JsonObject[])[],
  required: ReadonlySet<string>,
): string | null {
  const notes = choices.flatMap((branches) => {
    const sets = branches.map((branch) =>
      textsIn(arrayAt(branch, "required")).filter((name) => !required.has(name)),
    );
    const isChoice = sets.length > 1 && sets.every((names) => names.length > 0);
    return isChoice
      ? [`Needs one of: ${sets.map((names) => names.join(" with ")).join("; ")}.`]
      : [];
  });
  return notes.length === 0 ? null : notes.join(" ");
}
