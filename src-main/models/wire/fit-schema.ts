import type { JsonObject } from "../../agent/ports.ts";
import { inlineRefs } from "./inline-refs.ts";
import { nameKeys, type KeyNames } from "./key-names.ts";
import { mergeBranches } from "./merge-branches.ts";
import { normalSchema } from "./normal-schema.ts";
import { flatSchema, geminiSchema } from "./restrict-schema.ts";
import type { WireRules } from "./wire-rules.ts";

export interface FittedSchema {
  readonly keys: KeyNames;
  /** A sentence about what the schema cannot say any more; null for none. */
  readonly note: string | null;
}

/** Schemas stay the same from step to step, and there can be hundreds. */
const fitted: Readonly<Record<WireRules["schema"], WeakMap<JsonObject, FittedSchema>>> = {
  full: new WeakMap(),
  gemini: new WeakMap(),
  flat: new WeakMap(),
};

/**
 * A tool's schema as the provider takes it. It tells the model no less than it must know; the server
 * gets what it would have got by its own schema, since the keys are named back.
 */
export function fitSchema(schema: JsonObject, kind: WireRules["schema"]): FittedSchema {
  const known = fitted[kind].get(schema);
  if (known !== undefined) return known;
  const { schema: merged, note } = mergeBranches(normalSchema(inlineRefs(schema)));
  const result = { keys: nameKeys(restricted(merged, kind)), note };
  fitted[kind].set(schema, result);
  return result;
}

function restricted(schema: JsonObject, kind: WireRules["schema"]): JsonObject {
  switch (kind) {
    case "full":
      return schema;
    case "gemini":
      return geminiSchema(schema);
    case "flat":
      return flatSchema(schema);
  }
}
