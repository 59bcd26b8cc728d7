import { createHash } from "node:crypto";
import type { WireRules } from "./wire-rules.ts";

/** Longest name of a tool with most providers, in characters. */
export const MAX_NAME_CHARS = 64;

/** So many characters of a hash keep two long names apart that begin alike (B5.2). */
const HASH_CHARS = 8;

const GOOD_NAMES: Readonly<Record<WireRules["toolName"], RegExp>> = {
  "letters-digits-dashes": /^[a-zA-Z0-9_-]{1,64}$/,
  "begins-with-letter": /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/,
};

/**
 * The name under which the provider takes the tool: its own where that fits, else one that depends
 * on nothing but itself, so that it is the same tomorrow and in any order of the servers (B5.1, B5.2).
 */
export function wireName(name: string, kind: WireRules["toolName"]): string {
  if (GOOD_NAMES[kind].test(name)) return name;
  const hash = createHash("sha256").update(name).digest("hex").slice(0, HASH_CHARS);
  const plain = name.replace(/[^a-zA-Z0-9_-]/g, "_").replace(/^(?![a-zA-Z_])/, "_");
  return `${plain.slice(0, MAX_NAME_CHARS - HASH_CHARS - 1)}_${hash}`;
}
