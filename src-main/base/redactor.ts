/** Shorter values are not hidden: they would blot out ordinary words. In characters. */
const MIN_SECRET_CHARS = 6;

export const REDACTED = "[REDACTED]";

/** The forms in which a secret turns up: as it is, URL-encoded, and in base64 (M23). */
function formsOf(secret: string): readonly string[] {
  const base64 = [0, 1, 2].map((before) => insideBase64(secret, before));
  return [
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString("base64").replace(/=+$/, ""),
    ...base64,
    ...base64.map((form) => form.replaceAll("+", "-").replaceAll("/", "_")),
    JSON.stringify(secret).slice(1, -1),
  ];
}

/** Bits of one character of base64. */
const BASE64_BITS = 6;

/**
 * What is the same in every base64 of a text in which the secret stands, as in the header of a login
 * with name and password; it depends on how many bytes, modulo three, stand before it.
 */
function insideBase64(secret: string, bytesBefore: number): string {
  const bytes = Buffer.concat([Buffer.alloc(bytesBefore), Buffer.from(secret)]);
  const from = Math.ceil((bytesBefore * 8) / BASE64_BITS);
  const to = Math.floor((bytes.length * 8) / BASE64_BITS);
  return bytes.toString("base64").slice(from, to);
}

/** Knows the secrets of this run and hides them in whatever is stored, shown or printed (M23). */
export class Redactor {
  readonly #forms = new Set<string>();

  /** From now on the value is hidden. */
  add(secret: string): void {
    if (secret.length < MIN_SECRET_CHARS) return;
    for (const form of formsOf(secret)) this.#forms.add(form);
  }

  text(text: string): string {
    let result = text;
    // The longest first, so that no form leaves the rest of a longer one behind.
    for (const form of [...this.#forms].sort((a, b) => b.length - a.length)) {
      result = result.replaceAll(form, REDACTED);
    }
    return result;
  }

  /** Every string inside a JSON value; keys and other values stay. */
  json<T>(value: T): T {
    if (this.#forms.size === 0) return value;
    return this.#walk(value) as T;
  }

  #walk(value: unknown): unknown {
    if (typeof value === "string") return this.text(value);
    if (Array.isArray(value)) return value.map((item) => this.#walk(item));
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, this.#walk(inner)]),
    );
  }
}
