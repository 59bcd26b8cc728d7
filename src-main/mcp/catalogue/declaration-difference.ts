import type { ToolDifference } from "../../../src-preload/model/catalogue.ts";
import { visibleText } from "../../../src-preload/model/visible-text.ts";

/** Most differences that are shown of one tool; beyond them the count says it. */
const MAX_DIFFERENCES = 20;

/** Longest text of one side, in characters: more than a person reads of a change. */
const MAX_SIDE_CHARS = 2_000;

/** What is different between two declarations of a tool, field by field, in words that can be read (S42). */
export function differencesBetween(before: string, after: string): readonly ToolDifference[] {
  const fields = [...leavesOf(before, after)];
  const shown = fields.slice(0, MAX_DIFFERENCES);
  const more = fields.length - shown.length;
  if (more === 0) return shown;
  return [...shown, { field: `${more} more fields`, before: null, after: null }];
}

function* leavesOf(before: string, after: string): Generator<ToolDifference> {
  const [one, other] = [parsed(before), parsed(after)];
  if (one === undefined || other === undefined) {
    yield { field: "the whole", before: sideOf(before), after: sideOf(after) };
  } else yield* differences([], one, other);
}

function* differences(
  path: readonly string[],
  one: unknown,
  other: unknown,
): Generator<ToolDifference> {
  if (isBranch(one) && isBranch(other) && Array.isArray(one) === Array.isArray(other)) {
    for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
      yield* differences([...path, key], memberOf(one, key), memberOf(other, key));
    }
  } else if (JSON.stringify(one) !== JSON.stringify(other)) {
    const field = visibleText(path.join(".")) || "the whole";
    // A text and the number that it spells differ only by the quotes.
    const show = textOf(one) === textOf(other) ? jsonOf : textOf;
    yield { field, before: sideOf(show(one)), after: sideOf(show(other)) };
  }
}

type Branch = Readonly<Record<string, unknown>>;

function isBranch(value: unknown): value is Branch {
  return value !== null && typeof value === "object";
}

/** Its own alone: every object has a member `constructor`. */
function memberOf(branch: Branch, key: string): unknown {
  return Object.hasOwn(branch, key) ? branch[key] : undefined;
}

/** A text as it is, anything else as JSON; null where there is nothing. */
function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : jsonOf(value);
}

function jsonOf(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

function sideOf(text: string | null): string | null {
  if (text === null) return null;
  const visible = visibleText(text, { lines: true });
  const left = visible.length - MAX_SIDE_CHARS;
  return left <= 0 ? visible : `${visible.slice(0, MAX_SIDE_CHARS)}… [${left} characters more]`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A redaction may have cut into a number.
    return undefined;
  }
}
