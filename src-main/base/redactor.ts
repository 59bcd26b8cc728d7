import { formsOf, MIN_SECRET_CHARS } from "./secret-forms.ts";
import { TextFinder, type TextRange } from "./text-finder.ts";

export const REDACTED = "[REDACTED]";

/** Knows the secrets of this run and hides them in whatever is stored, shown or printed (M23). */
export class Redactor {
  readonly #forms = new Set<string>();
  #finder: TextFinder | null = null;

  /** From now on the value is hidden, unless it has fewer than {@link MIN_SECRET_CHARS} characters. */
  add(secret: string): void {
    for (const form of formsOf(secret)) this.#forms.add(form);
    this.#finder = null;
  }

  /** In one pass, in time linear in the text; secrets that overlap are hidden as one. */
  text(text: string): string {
    if (this.#forms.size === 0) return text;
    return hide(text, this.#found().find(text));
  }

  /** For a text that was cut off: what may be the beginning of a secret at its end is hidden too. */
  cutText(text: string): string {
    if (this.#forms.size === 0) return text;
    const open = this.openEnd(text);
    // A few characters give nothing away, and would be hidden at the end of nearly every text.
    if (text.length - open < MIN_SECRET_CHARS) return this.text(text);
    return this.text(text.slice(0, open)) + REDACTED;
  }

  /** Every string inside a JSON value, names of members included; other values stay. */
  json<T>(value: T): T {
    if (this.#forms.size === 0) return value;
    return this.#walk(value) as T;
  }

  /** For a text that comes in pieces: a secret is hidden also where it is cut by their borders. */
  stream(): RedactingStream {
    return new RedactingStream(this);
  }

  /** Where secrets stand in the text. */
  find(text: string): readonly TextRange[] {
    return this.#forms.size === 0 ? [] : this.#found().find(text);
  }

  /** Where at the end a secret may begin; the text's length when none does. */
  openEnd(text: string): number {
    return this.#forms.size === 0 ? text.length : this.#found().openEnd(text);
  }

  #found(): TextFinder {
    this.#finder ??= new TextFinder([...this.#forms]);
    return this.#finder;
  }

  #walk(value: unknown): unknown {
    if (typeof value === "string") return this.text(value);
    if (Array.isArray(value)) return value.map((item) => this.#walk(item));
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [this.text(key), this.#walk(inner)]),
    );
  }
}

/** Holds back no more than what may still become a secret. */
export class RedactingStream {
  readonly #redactor: Redactor;
  #held = "";

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  /** What can be shown of all that came so far and was not shown yet. */
  push(piece: string): string {
    const text = this.#held + piece;
    const ranges = this.#redactor.find(text);
    const open = this.#redactor.openEnd(text);
    const across = ranges.find(({ from, to }) => from < open && to > open);
    const end = across?.from ?? open;
    this.#held = text.slice(end);
    return hide(
      text.slice(0, end),
      ranges.filter(({ to }) => to <= end),
    );
  }

  /** The rest. */
  end(): string {
    const rest = this.#held;
    this.#held = "";
    return this.#redactor.text(rest);
  }
}

function hide(text: string, ranges: readonly TextRange[]): string {
  if (ranges.length === 0) return text;
  const parts: string[] = [];
  let from = 0;
  for (const range of ranges) {
    parts.push(text.slice(from, range.from), REDACTED);
    from = range.to;
  }
  return parts.join("") + text.slice(from);
}
