import type { JsonObject } from "../../agent/ports.ts";
import { isObject, mapValues } from "./json.ts";

/** Keywords that hold one schema by each name. */
const NAMED = new Set(["properties", "patternProperties", "dependentSchemas"]);

/** Keywords that hold a list of schemas. */
const LISTED = new Set(["anyOf", "oneOf", "allOf", "prefixItems"]);

/** Keywords that hold one schema, or in old drafts of `items` a list. */
const SINGLE = new Set(["items", "not", "if", "then", "else", "contains", "additionalItems"]);

/** Here `true` and `false` are as good as a schema, to every provider. */
const SINGLE_OR_BOOLEAN = new Set(["additionalProperties", "unevaluatedProperties"]);

/** The schema with every schema directly inside it changed. */
export function mapSubschemas(
  schema: JsonObject,
  change: (inner: unknown) => JsonObject,
): JsonObject {
  return mapValues(schema, (value, keyword) => {
    if (NAMED.has(keyword)) return isObject(value) ? mapValues(value, change) : value;
    if (LISTED.has(keyword)) return Array.isArray(value) ? value.map(change) : value;
    if (SINGLE.has(keyword)) return Array.isArray(value) ? value.map(change) : change(value);
    if (SINGLE_OR_BOOLEAN.has(keyword)) return isObject(value) ? change(value) : value;
    return value;
  });
}
