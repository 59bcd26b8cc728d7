import { isDeepStrictEqual } from "node:util";
import {
  createScanner,
  findNodeAtLocation,
  parse,
  parseTree,
  type Node,
  type ParseError,
} from "jsonc-parser";
import { AppError } from "../../base/errors.ts";

/** The names of the members on the way to one, from the root. */
export type MemberPath = readonly string[];

/** How the person writes: their line ends, and one step of their indentation. */
interface Style {
  readonly eol: string;
  readonly unit: string;
}

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Kinds of token of jsonc-parser's scanner. */
const TOKEN = { comma: 5, lineComment: 12, blockComment: 13, lineBreak: 14, space: 15 } as const;

/** Longest list that is written in one line, in characters. */
const MAX_LIST_CHARS = 80;

const LENIENT = { allowTrailingComma: true } as const;

/**
 * Replaces a member's value, or adds it as the last of its object; objects on the way that are missing are
 * made. All else in the text stays as it is, to the byte: comments, order, indentation, line ends (M3).
 * The text must be valid. Throws an `AppError` `config-not-edited` rather than return anything else.
 */
export function setMember(text: string, path: MemberPath, value: unknown): string {
  const root = rootOf(text);
  const node = findNodeAtLocation(root, [...path]);
  const edits = node ? [replacing(text, node, value)] : adding(text, root, path, value);
  return checked(text, path, value, applied(text, edits));
}

/** Takes a member out; one that is not there is no fault. Comments around it stay (M3). See {@link setMember}. */
export function removeMember(text: string, path: MemberPath): string {
  const property = findNodeAtLocation(rootOf(text), [...path])?.parent;
  if (!property) return text;
  return checked(text, path, undefined, applied(text, removing(text, property)));
}

function rootOf(text: string): Node {
  const root = parseTree(text, [], LENIENT);
  if (root) return root;
  throw notEdited();
}

function replacing(text: string, node: Node, value: unknown): Edit {
  const printed = print(value, indentAt(text, node.offset), styleOf(text));
  return { from: node.offset, to: node.offset + node.length, text: printed };
}

/** The member goes into the innermost object on its way that is there. */
function adding(text: string, root: Node, path: MemberPath, value: unknown): readonly Edit[] {
  let object = root;
  for (const [index, name] of path.entries()) {
    const next = findNodeAtLocation(object, [name]);
    if (next) object = next;
    else return addingTo(text, object, name, nested(path.slice(index + 1), value));
  }
  throw notEdited();
}

function nested(path: MemberPath, value: unknown): unknown {
  return path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
}

function addingTo(text: string, object: Node, name: string, value: unknown): readonly Edit[] {
  if (object.type !== "object") throw notEdited();
  const last = object.children?.at(-1);
  return last ? addingAfter(text, last, name, value) : addingFirst(text, object, name, value);
}

/** A comma that stands there already stays where it is, and the new member gets one like it. */
function addingAfter(text: string, last: Node, name: string, value: unknown): readonly Edit[] {
  const end = last.offset + last.length;
  const comma = commaAfter(text, end);
  const at = comma === null ? end : comma + 1;
  const [comesBefore, comesAfter] = comma === null ? [",", ""] : ["", ","];
  const style = styleOf(text);
  if (!startsLine(text, last.offset)) {
    const printed = `${comesBefore} ${member(name, value, indentAt(text, last.offset), style)}`;
    return [{ from: at, to: at, text: printed + comesAfter }];
  }
  const indent = indentAt(text, last.offset);
  const line = `${style.eol}${indent}${member(name, value, indent, style)}${comesAfter}`;
  const lineEnd = afterCommentsOfLine(text, at);
  return [
    { from: at, to: at, text: comesBefore },
    { from: lineEnd, to: lineEnd, text: line },
  ];
}

function addingFirst(text: string, object: Node, name: string, value: unknown): readonly Edit[] {
  const style = styleOf(text);
  const outer = indentAt(text, object.offset);
  const brace = object.offset + object.length - 1;
  const at = text.slice(0, brace).trimEnd().length;
  const rest = text.slice(at, brace).includes("\n") ? "" : style.eol + outer;
  const indent = outer + style.unit;
  const line = `${style.eol}${indent}${member(name, value, indent, style)}${rest}`;
  return [{ from: at, to: at, text: line }];
}

function removing(text: string, property: Node): readonly Edit[] {
  const end = property.offset + property.length;
  const comma = commaAfter(text, end);
  const own = wholeLine(text, property.offset, comma === null ? end : comma + 1);
  const siblings = property.parent?.children ?? [];
  const before = siblings[siblings.indexOf(property) - 1];
  if (comma !== null || !before) return [own];
  // The last member of strict JSON: the comma before it would be one too many.
  const commaBefore = commaAfter(text, before.offset + before.length);
  return commaBefore === null ? [own] : [{ from: commaBefore, to: commaBefore + 1, text: "" }, own];
}

/** With the line itself where nothing else stands in it, and else with one of two gaps. */
function wholeLine(text: string, from: number, to: number): Edit {
  const rest = /^([ \t]*)(\r?\n|$)?/.exec(text.slice(to));
  const isWhole = startsLine(text, from) && rest?.[2] !== undefined;
  if (isWhole) {
    return { from: from - indentAt(text, from).length, to: to + rest[0].length, text: "" };
  }
  const isAfterGap = /[ \t]/.test(text.charAt(from - 1));
  return { from, to: to + (isAfterGap ? (rest?.[1]?.length ?? 0) : 0), text: "" };
}

function applied(text: string, edits: readonly Edit[]): string {
  return [...edits]
    .reverse()
    .reduce((result, edit) => result.slice(0, edit.from) + edit.text + result.slice(edit.to), text);
}

/** The comma that follows, past space and comments; null when something else does. */
function commaAfter(text: string, from: number): number | null {
  const scanner = createScanner(text);
  scanner.setPosition(from);
  for (;;) {
    const token = scanner.scan() as number;
    if (token === TOKEN.comma) return scanner.getTokenOffset();
    if (token < TOKEN.lineComment || token > TOKEN.space) return null;
  }
}

/** Past the comments that stand behind something in the same line; where more than those follows, at once. */
function afterCommentsOfLine(text: string, from: number): number {
  const scanner = createScanner(text);
  scanner.setPosition(from);
  for (let end = from; ; end = scanner.getPosition()) {
    const token = scanner.scan() as number;
    if (token === TOKEN.lineBreak) return end;
    const isComment = token === TOKEN.lineComment || token === TOKEN.blockComment;
    if (!isComment && token !== TOKEN.space) return from;
  }
}

function startsLine(text: string, offset: number): boolean {
  return text.slice(lineStart(text, offset), offset).trim() === "";
}

function indentAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, offset), offset))?.[0] ?? "";
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

function styleOf(text: string): Style {
  const unit = /\n([ \t]+)["}\]]/.exec(text)?.[1] ?? "  ";
  return { eol: text.includes("\r\n") ? "\r\n" : "\n", unit: unit.startsWith("\t") ? "\t" : unit };
}

function member(name: string, value: unknown, indent: string, style: Style): string {
  return `${JSON.stringify(name)}: ${print(value, indent, style)}`;
}

function print(value: unknown, indent: string, style: Style): string {
  const inOneLine = listInOneLine(value);
  if (inOneLine !== null) return inOneLine;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const inner = indent + style.unit;
  const items = Array.isArray(value)
    ? value.map((item) => print(item, inner, style))
    : Object.entries(value).map(([name, item]) => member(name, item, inner, style));
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  if (items.length === 0) return open + close;
  const lines = items.join(`,${style.eol}${inner}`);
  return `${open}${style.eol}${inner}${lines}${style.eol}${indent}${close}`;
}

function listInOneLine(value: unknown): string | null {
  if (!Array.isArray(value)) return null;
  const items: readonly unknown[] = value;
  const isFlat = items.every((item) => item === null || typeof item !== "object");
  const line = `[${items.map((item) => JSON.stringify(item)).join(", ")}]`;
  return isFlat && line.length <= MAX_LIST_CHARS ? line : null;
}

/** What was made has to mean what was meant: a person's file is nothing to guess with. */
function checked(before: string, path: MemberPath, value: unknown, after: string): string {
  const errors: ParseError[] = [];
  const meant = withMember(parse(before, [], LENIENT), path, value);
  if (isDeepStrictEqual(plain(parse(after, errors, LENIENT)), plain(meant)) && !errors[0]) {
    return after;
  }
  throw notEdited();
}

/** Without the difference between a number's or an object's ways to be made. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

function withMember(value: unknown, path: MemberPath, inner: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return inner;
  const object = (value ?? {}) as Readonly<Record<string, unknown>>;
  const others = Object.entries(object).filter(([other]) => other !== name);
  const changed = withMember(object[name], rest, inner);
  // Defined, not set: a name like __proto__ is a name like any other.
  return Object.fromEntries(changed === undefined ? others : [...others, [name, changed]]);
}

function notEdited(): AppError {
  return new AppError(
    "config-not-edited",
    "Pilothouse does not see how to make this change in the file without harm to the rest of it. Please make it by hand.",
  );
}
