import type { JsonObject } from "../../agent/ports.ts";
import { arrayAt, isObject, textsIn } from "./json.ts";
import { mergeBranches } from "./merge-branches.ts";
import { mapSubschemas } from "./schema-parts.ts";

/** What Gemini documents; of anything else it may refuse the whole request. */
const GEMINI_KEYWORDS = new Set([
  "type",
  "title",
  "description",
  "enum",
  "items",
  "prefixItems",
  "minItems",
  "maxItems",
  "minimum",
  "maximum",
  "anyOf",
  "properties",
  "additionalProperties",
  "required",
]);

const GEMINI_FORMATS = new Set(["date-time", "date", "time"]);

/** What Ollama hands on to a model's prompt; the rest it drops without a word (B6.9). */
const FLAT_KEYWORDS = new Set(["type", "description", "enum", "items", "properties", "required"]);

/** The schema in the words that Gemini knows. */
export function geminiSchema(schema: JsonObject): JsonObject {
  const plain = withPlainWords(schema);
  const inner = mapSubschemas(plain, (one) => geminiSchema(isObject(one) ? one : {}));
  const kept = Object.fromEntries(
    Object.entries(inner).filter(([key, value]) => isForGemini(key, value)),
  );
  const values = arrayAt(kept, "enum").filter((value) => value !== "" && value !== null);
  const { enum: _values, ...rest } = kept;
  return values.length === 0 ? rest : { ...rest, enum: values };
}

function isForGemini(key: string, value: unknown): boolean {
  if (key === "format") return typeof value === "string" && GEMINI_FORMATS.has(value);
  return GEMINI_KEYWORDS.has(key);
}

/** The schema without choices, each value with one type (B6.9). */
export function flatSchema(schema: JsonObject): JsonObject {
  const chosen = withOneBranch(withPlainWords(schema));
  const typed = { ...chosen, ...oneType(chosen) };
  const inner = mapSubschemas(typed, (one) => flatSchema(isObject(one) ? one : {}));
  return Object.fromEntries(Object.entries(inner).filter(([key]) => FLAT_KEYWORDS.has(key)));
}

/** `const` as a list of one value, `oneOf` as `anyOf`, `allOf` as one schema, and a type where it is clear. */
function withPlainWords(schema: JsonObject): JsonObject {
  const { const: value, oneOf, allOf, ...rest } = schema;
  const choices = [...arrayAt(rest, "anyOf"), ...(Array.isArray(oneOf) ? oneOf : [])];
  const plain: JsonObject = {
    ...rest,
    ...(value === undefined ? {} : { enum: [value] }),
    ...(choices.length === 0 ? {} : { anyOf: choices }),
  };
  const whole = Array.isArray(allOf) ? withAll(plain, allOf.filter(isObject)) : plain;
  return { ...clearType(whole), ...whole };
}

function withAll(schema: JsonObject, parts: readonly JsonObject[]): JsonObject {
  const joined: JsonObject = Object.assign({}, ...parts, schema);
  const isForObjects = [schema, ...parts].some((part) => isObject(part["properties"]));
  return isForObjects
    ? { ...joined, ...mergeBranches({ ...schema, allOf: parts }).schema }
    : joined;
}

function clearType(schema: JsonObject): JsonObject {
  if (Array.isArray(schema["anyOf"])) return {};
  if (isObject(schema["properties"])) return { type: "object" };
  if (isObject(schema["items"])) return { type: "array" };
  const values = arrayAt(schema, "enum");
  const areTexts = values.length > 0 && values.every((value) => typeof value === "string");
  return areTexts ? { type: "string" } : {};
}

/** Of several branches the first that is more than null; what else there is, in words. */
function withOneBranch(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const branches = anyOf.filter(isObject).filter((branch) => branch["type"] !== "null");
  const objects = branches.filter((branch) => isObject(branch["properties"]));
  if (objects.length > 1) return { ...rest, ...mergeBranches({ anyOf: objects }).schema };
  const [first = {}, ...others] = branches.map(withPlainWords);
  const chosen = withOneBranch({ ...first, ...rest });
  const words = others.flatMap((branch) => textsIn([oneType(branch)["type"]]));
  if (words.length === 0) return chosen;
  const description = [chosen["description"], `May also be: ${words.join(", ")}.`];
  return { ...chosen, description: textsIn(description).join(" ") };
}

function oneType(schema: JsonObject): JsonObject {
  const type = schema["type"];
  if (!Array.isArray(type)) return type === undefined ? {} : { type };
  return { type: textsIn(type).find((one) => one !== "null") ?? "string" };
}
