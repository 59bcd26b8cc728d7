import type { JsonObject } from "../../agent/ports.ts";
import { arrayAt, isObject, objectAt, textsIn, withoutKeys } from "./json.ts";
import { mapSubschemas } from "./schema-parts.ts";

const TYPES = new Set(["string", "number", "integer", "boolean", "object", "array", "null"]);

/** A schema's own mistakes and old drafts, as far as providers refuse whole requests for them. */
const MENDED = new Set(["type", "required", "enum", "items", "additionalItems", "propertyNames"]);

/**
 * The schema as every provider takes it, in the words of draft 2020-12: arrays have `items` (B6.8),
 * tuples `prefixItems`, limits are numbers, `required` names properties that are there, and no type
 * is one that JSON does not have. What was right stays as it was.
 */
export function normalSchema(schema: JsonObject): JsonObject {
  const inner = mapSubschemas(schema, (one) => (isObject(one) ? normalSchema(one) : {}));
  const properties = isObject(inner["properties"]) ? null : new Set(["properties"]);
  const kept = withoutKeys(inner, properties ?? new Set());
  return {
    ...typeOf(kept),
    ...withNumericLimits(withoutKeys(kept, MENDED)),
    ...requiredOf(kept),
    ...enumOf(kept),
    ...itemsOf(kept),
  };
}

/** Draft 4 has `exclusiveMinimum: true` beside `minimum`. */
function withNumericLimits(schema: JsonObject): JsonObject {
  return limit(limit(schema, "minimum", "exclusiveMinimum"), "maximum", "exclusiveMaximum");
}

function limit(schema: JsonObject, plain: string, exclusive: string): JsonObject {
  if (typeof schema[exclusive] !== "boolean") return schema;
  const without = withoutKeys(schema, new Set([exclusive]));
  if (schema[exclusive] === false) return without;
  return { ...withoutKeys(without, new Set([plain])), [exclusive]: schema[plain] };
}

function typeOf({ type }: JsonObject): JsonObject {
  if (typeof type === "string") return TYPES.has(type) ? { type } : {};
  if (!Array.isArray(type)) return {};
  const known = textsIn(type).filter((one) => TYPES.has(one));
  return known.length === 0 ? {} : { type: known };
}

/** Draft 3 has `required: true` at the property itself. */
function requiredOf(schema: JsonObject): JsonObject {
  if (!Array.isArray(schema["required"])) return {};
  const properties = objectAt(schema, "properties");
  // Of branches of a combination the properties may stand outside.
  if (!isObject(schema["properties"])) return { required: textsIn(schema["required"]) };
  const known = textsIn(schema["required"]).filter((name) => Object.hasOwn(properties, name));
  return { required: [...new Set(known)] };
}

function enumOf(schema: JsonObject): JsonObject {
  const values = arrayAt(schema, "enum");
  return values.length === 0 ? {} : { enum: values };
}

function itemsOf(schema: JsonObject): JsonObject {
  const { items, additionalItems } = schema;
  if (Array.isArray(items)) {
    return { prefixItems: items, items: isObject(additionalItems) ? additionalItems : {} };
  }
  if (isObject(items)) return { items };
  const type = schema["type"];
  const isArray = type === "array" || (Array.isArray(type) && type.includes("array"));
  return isArray ? { items: {} } : {};
}
