import type { JsonObject } from "./ports.ts";

/** What is wrong with the arguments, a clause each; nothing when they may go to the server. */
export type CheckArguments = (args: JsonObject) => readonly string[];

type JsonType = "string" | "number" | "integer" | "boolean" | "object" | "array" | "null";

interface Property {
  readonly name: string;
  /** Null where a value of any type may stand, or only the server can tell. */
  readonly types: readonly JsonType[] | null;
  /** Whether the server fills it in where it is missing. */
  readonly hasDefault: boolean;
}

const jsonTypes: ReadonlySet<unknown> = new Set<JsonType>([
  "string",
  "number",
  "integer",
  "boolean",
  "object",
  "array",
  "null",
]);

/** Members that say more about a type than `type` does: those are the server's to judge. */
const beyondUs = ["$ref", "$dynamicRef", "anyOf", "oneOf", "allOf", "not", "if"];

/**
 * Looks for what a model gets wrong most: something required is missing, or a value has the wrong
 * type. All else is the server's to judge; a schema that makes no sense is not checked at all.
 */
export function argumentCheck(schema: JsonObject): CheckArguments {
  const required = requiredIn(schema);
  const properties = propertiesIn(schema);
  if (required === null || properties === null) return () => [];
  // Schema generators call a value required that has a default: the server always has it in the end.
  const filledIn = properties.filter(({ hasDefault }) => hasDefault).map(({ name }) => name);
  const wanted = required.filter((name) => !filledIn.includes(name));
  return (args) => [
    ...wanted.filter((name) => !Object.hasOwn(args, name)).map((name) => `"${name}" is missing`),
    ...properties.flatMap((property) => wrongType(property, args)),
  ];
}

function wrongType({ name, types }: Property, args: JsonObject): readonly string[] {
  if (types === null || !Object.hasOwn(args, name)) return [];
  const value = args[name];
  if (types.some((type) => isOf(type, value))) return [];
  return [`"${name}" must be ${types.map(withArticle).join(" or ")}, not ${described(value)}`];
}

/** Null when the schema makes no sense. */
function requiredIn(schema: JsonObject): readonly string[] | null {
  const required = schema["required"] ?? [];
  if (schema["$ref"] !== undefined || !Array.isArray(required)) return null;
  return required.every((name): name is string => typeof name === "string") ? required : null;
}

function propertiesIn(schema: JsonObject): readonly Property[] | null {
  const properties = schema["properties"] ?? {};
  if (!isObject(properties)) return null;
  const read = Object.entries(properties).map(([name, inner]) => readProperty(name, inner));
  return read.every((property): property is Property => property !== null) ? read : null;
}

function readProperty(name: string, schema: unknown): Property | null {
  if (typeof schema === "boolean") return { name, types: null, hasDefault: false };
  if (!isObject(schema)) return null;
  const hasDefault = schema["default"] !== undefined;
  const type = schema["type"];
  if (type === undefined || beyondUs.some((member) => schema[member] !== undefined)) {
    return { name, types: null, hasDefault };
  }
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  if (!types.every(isJsonType)) return null;
  return { name, types: schema["nullable"] === true ? [...types, "null"] : types, hasDefault };
}

function isJsonType(value: unknown): value is JsonType {
  return jsonTypes.has(value);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isOf(type: JsonType, value: unknown): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

function described(value: unknown): string {
  if (value === null) return "null";
  return withArticle(Array.isArray(value) ? "array" : typeof value);
}

function withArticle(type: string): string {
  if (type === "null") return type;
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
