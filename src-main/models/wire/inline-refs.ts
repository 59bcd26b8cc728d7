import type { JsonObject } from "../../agent/ports.ts";
import { arrayAt, isObject, objectAt, withoutKeys } from "./json.ts";
import { mapSubschemas } from "./schema-parts.ts";

/** Schemas inside one another: deeper than any tool that a model could fill in, and no stack overflows. */
const MAX_DEPTH = 24;

/** Schemas in one tool after its references are written out: they can double with every step. */
const MAX_SCHEMAS = 2_000;

/** Mean nothing once no reference is left. */
const REFERENCE_KEYWORDS = new Set([
  "$ref",
  "$defs",
  "definitions",
  "$schema",
  "$id",
  "$anchor",
  "$dynamicRef",
  "$dynamicAnchor",
  "$recursiveRef",
  "$recursiveAnchor",
  "$vocabulary",
  "$comment",
]);

/**
 * The schema with what each `$ref` points to in its place (B6.2): some providers know none, others
 * only some. One that leads back into itself is cut to its type, one that leads nowhere allows all.
 */
export function inlineRefs(root: JsonObject): JsonObject {
  return new Inliner(root).inline(root, [], 0);
}

class Inliner {
  readonly #root: JsonObject;
  #schemas = 0;

  constructor(root: JsonObject) {
    this.#root = root;
  }

  /** `followed`: the references that lead here. */
  inline(schema: unknown, followed: readonly string[], depth: number): JsonObject {
    if (!isObject(schema)) return {};
    this.#schemas += 1;
    if (depth > MAX_DEPTH || this.#schemas > MAX_SCHEMAS) return outline(schema);
    const own = mapSubschemas(withoutKeys(schema, REFERENCE_KEYWORDS), (inner) =>
      this.inline(inner, followed, depth + 1),
    );
    const ref = schema["$ref"];
    return typeof ref === "string" ? merged(this.#target(ref, followed, depth), own) : own;
  }

  #target(ref: string, followed: readonly string[], depth: number): JsonObject {
    const target = lookUp(this.#root, ref);
    if (followed.includes(ref)) return outline(target);
    return this.inline(target, [...followed, ref], depth + 1);
  }
}

/** What stands beside a reference holds as well. */
function merged(target: JsonObject, own: JsonObject): JsonObject {
  if (Object.keys(own).length === 0) return target;
  const both = { ...target, ...own };
  if (!isObject(target["properties"]) || !isObject(own["properties"])) return both;
  return {
    ...both,
    properties: { ...objectAt(target, "properties"), ...objectAt(own, "properties") },
    required: [...new Set([...arrayAt(target, "required"), ...arrayAt(own, "required")])],
  };
}

/** No more than what kind of value it is. */
function outline(schema: unknown): JsonObject {
  if (!isObject(schema)) return {};
  const { type, description } = schema;
  return {
    ...(type === undefined ? {} : { type }),
    ...(description === undefined ? {} : { description }),
  };
}

/** Follows a JSON pointer within the schema; anything else is found nowhere. */
function lookUp(root: JsonObject, ref: string): unknown {
  if (ref === "#") return root;
  if (!ref.startsWith("#/")) return undefined;
  let found: unknown = root;
  for (const step of ref.slice(2).split("/")) {
    const key = decoded(step).replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as JsonObject)[key];
  }
  return found;
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    // A percent sign that was never encoded.
    return step;
  }
}
