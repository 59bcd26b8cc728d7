import { createHash } from "node:crypto";

const HASH = /^[0-9a-f]{64}$/;
/** As `JSON.stringify` writes a member that names a file; inside a text its quotes would be escaped. */
const REFERENCE = /"file":"([0-9a-f]{64})"/g;

/** The name of a file: the SHA-256 of its bytes, lower-case hex. */
export function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

export function isFileHash(text: string): boolean {
  return HASH.test(text);
}

/** The files that a result, written as JSON, refers to, each once. */
export function filesIn(json: string): readonly string[] {
  return [...new Set([...json.matchAll(REFERENCE)].flatMap((match) => match[1] ?? []))];
}
