import { Ajv, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { isBlock, type Block } from "./block.ts";

/** A schema with more parts than this is not checked against. */
const MAX_SCHEMA_PARTS = 2_000;

/** Of what does not fit, so much is told. */
const MAX_MISFITS = 3;

const DRAFT_07 = /^https?:\/\/json-schema\.org\/draft-07\/schema#?$/;
const DRAFT_2020 = /^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/;

/** A server's own patterns are not run: one of them can keep the app busy for ever. */
const anyPattern = Object.assign(() => ({ test: () => true }), {
  code: "() => ({ test: () => true })",
});

/** One for each draft; what they do not know, they pass over. */
const options = {
  strict: false,
  validateSchema: false,
  validateFormats: false,
  addUsedSchema: false,
  logger: false,
  code: { regExp: anyPattern },
} as const;

/**
 * What of the structured content does not fit the tool's output schema, as a sentence; null when all
 * fits, when it cannot be told, and for errors. A schema that does not compile is not checked (B6.4): the
 * check is there for the person, and never withholds a result.
 */
export function misfitOf(result: Block, schema: unknown): string | null {
  if (!isBlock(schema) || result["isError"] === true) return null;
  if (result["structuredContent"] === undefined) {
    return "The tool promises structured content, and the result has none.";
  }
  const validate = compiled(schema);
  if (validate === null || isValid(validate, result["structuredContent"])) return null;
  const where = (validate.errors ?? []).slice(0, MAX_MISFITS);
  const details = where.map(
    ({ instancePath, message }) => `${instancePath || "/"} ${message ?? ""}`,
  );
  return `The structured content does not fit the tool's output schema: ${details.join("; ")}.`;
}

/** By the schema itself, which a catalogue keeps. */
const known = new WeakMap<Block, ValidateFunction | null>();

function compiled(schema: Block): ValidateFunction | null {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const validate = compile(schema);
  known.set(schema, validate);
  return validate;
}

function compile(schema: Block): ValidateFunction | null {
  const { $schema: draft, ...rest } = schema;
  const validator = validatorFor(draft);
  if (validator === null) return null;
  try {
    return validator.compile(inlined(rest) as Block);
  } catch {
    // Whatever keeps it from compiling: it is the server's mistake, and no reason to withhold a result.
    return null;
  }
}

/** A fresh one each time: what one schema names must not be known to the next. MCP means 2020-12 by default. */
function validatorFor(draft: unknown): Ajv | null {
  if (draft === undefined) return withoutSlowOnes(new Ajv2020(options));
  if (typeof draft !== "string") return null;
  if (DRAFT_2020.test(draft)) return withoutSlowOnes(new Ajv2020(options));
  return DRAFT_07.test(draft) ? withoutSlowOnes(new Ajv(options)) : null;
}

/** It compares each item with each other one. */
function withoutSlowOnes(validator: Ajv): Ajv {
  return validator.removeKeyword("uniqueItems");
}

function isValid(validate: ValidateFunction, value: unknown): boolean {
  try {
    return validate(value) === true;
  } catch {
    return true;
  }
}

/**
 * The schema with each reference replaced by what it means. One that means itself would never end, and
 * can take time without bounds to check: it has too many parts, and throws.
 */
function inlined(schema: Block): unknown {
  let parts = 0;
  const walk = (part: unknown): unknown => {
    parts += 1;
    if (parts > MAX_SCHEMA_PARTS) throw new RangeError("The schema has too many parts.");
    if (Array.isArray(part)) return part.map(walk);
    if (!isBlock(part)) return part;
    const { $ref, $defs: _defs, definitions: _definitions, $id: _id, ...rest } = part;
    const own = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, walk(value)]));
    if ($ref === undefined) return own;
    return { ...own, allOf: [...asList(own["allOf"]), walk(referred(schema, $ref))] };
  };
  return walk(schema);
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function referred(root: Block, ref: unknown): unknown {
  if (typeof ref !== "string" || !ref.startsWith("#"))
    throw new Error("It refers to another file.");
  const names = ref.slice(1).split("/").slice(1);
  const found = names.reduce<unknown>((part, name) => memberOf(part, unescaped(name)), root);
  if (found === undefined) throw new Error("It refers to what is not there.");
  return found;
}

function memberOf(part: unknown, name: string): unknown {
  return part !== null && typeof part === "object" ? (part as Block)[name] : undefined;
}

/** As JSON Pointer writes the two characters that it uses itself. */
function unescaped(name: string): string {
  return decodeURIComponent(name).replaceAll("~1", "/").replaceAll("~0", "~");
}
