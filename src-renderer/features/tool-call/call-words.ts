import { splitAddress } from "../../components/page-address.tsx";
import { visibleText } from "../../components/visible-text.ts";
import type { Words } from "../../strings/i18n.ts";

export type CallArguments = Readonly<Record<string, unknown>>;

/** Longest piece of an argument inside a sentence, in characters: the arguments below have it in full. */
const MAX_PIECE_CHARS = 120;

/** A text argument, visible and short enough for a sentence; undefined when it is not there. */
export function piece(value: unknown): string | undefined {
  if (typeof value !== "string" || value.trim() === "") return undefined;
  const text = visibleText(value.trim());
  return text.length > MAX_PIECE_CHARS ? `${text.slice(0, MAX_PIECE_CHARS)}…` : text;
}

export function quoted(t: Words, value: unknown, otherwise: string): string {
  const text = piece(value);
  return text === undefined ? otherwise : t("callObject.quoted", { text });
}

/** `portal.example/path` of a URL. */
export function address(t: Words, url: unknown): string {
  const text = piece(url);
  if (text === undefined) return t("callObject.address");
  const { host, path } = splitAddress(text);
  return host + path;
}

/** `shipments.csv and 2 more` of a list of paths. */
export function fileNames(t: Words, paths: unknown): string {
  const names = listOf(paths).map((path) => piece(String(path).split(/[\\/]/).at(-1)));
  return firstAndMore(t, names) ?? t("callObject.files");
}

/** `“User number” and 2 more` of the fields of a form. */
export function fieldNames(t: Words, fields: unknown): string {
  const list = listOf(fields);
  const names = list.map((field) => piece(nameOf(field)));
  const quotedNames = names.map((name) => name && t("callObject.quoted", { text: name }));
  return firstAndMore(t, quotedNames) ?? t("callObject.fields", { count: list.length });
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function nameOf(field: unknown): unknown {
  if (typeof field !== "object" || field === null) return undefined;
  const { name, element } = field as { name?: unknown; element?: unknown };
  return name ?? element;
}

function firstAndMore(t: Words, names: readonly (string | undefined)[]): string | undefined {
  const [first] = names;
  if (first === undefined || names.length === 1) return first;
  return t("callObject.andMore", { first, count: names.length - 1 });
}
