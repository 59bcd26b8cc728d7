/** Shorter values are not hidden: they would blot out ordinary words. In characters. */
const MIN_SECRET_CHARS = 6;

export const REDACTED = "[REDACTED]";

/** The forms in which a secret turns up: as it is, URL-encoded, and in base64 (M23). */
function formsOf(secret: string): readonly string[] {
  const base64 = Buffer.from(secret).toString("base64");
  return [
    secret,
    encodeURIComponent(secret),
    base64.replace(/=+$/, ""),
    JSON.stringify(secret).slice(1, -1),
  ];
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
