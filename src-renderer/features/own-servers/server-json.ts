import {
  findNodeAtLocation,
  parse,
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
} from "jsonc-parser";
import type { DraftFault, EnvDraft, ServerDraft } from "../../../src-preload/model/server-entry.ts";
import { StderrLevel } from "../../../src-preload/model/server-entry.ts";
import type { Words } from "../../strings/i18n.ts";
import { isDeepEqual } from "./is-deep-equal.ts";
import { emptyDraft } from "./server-draft.ts";

/** What is wrong with one place of the text; lines are counted from 1. */
export interface LineFault extends DraftFault {
  readonly line: number;
}

export type JsonReading =
  | { readonly ok: true; readonly draft: ServerDraft }
  | { readonly ok: false; readonly faults: readonly (DraftFault | LineFault)[] };

/** Stands for a value that is hidden: it stays as it is in the file. No variable could have it as a value. */
const KEPT = { kept: true } as const;

/** An entry as it could stand in `mcp.json`: without what holds anyway. */
export function printDraft(draft: ServerDraft): string {
  const defaults = new Map(Object.entries(emptyDraft));
  const needed = Object.entries(draft).filter(
    ([member, value]) => member === "command" || !isDeepEqual(value, defaults.get(member)),
  );
  const printed = needed.map(([member, value]) => [
    member,
    member === "env" ? plainEnv(draft.env) : value,
  ]);
  return JSON.stringify(Object.fromEntries(printed), null, 2);
}

function plainEnv(env: ServerDraft["env"]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, plain(value)]));
}

function plain(value: EnvDraft): unknown {
  if (value.kind === "kept") return KEPT;
  return value.kind === "removed" ? null : value.value;
}

/** Reads the text of one entry, or says at which lines it cannot be one; the rest is main's to say (M3). */
export function readJson(t: Words, text: string): JsonReading {
  const errors: ParseError[] = [];
  const options = { disallowComments: true } as const;
  const value: unknown = parse(text, errors, options);
  const [first] = errors;
  // Those after it mostly follow from it.
  if (first) return { ok: false, faults: [syntaxFault(t, text, first)] };
  if (!isObject(value)) {
    return { ok: false, faults: [{ field: "", message: t("serverJson.notObject"), line: 1 }] };
  }
  const faults = Object.entries(value).flatMap(([name, one]) => memberFaults(t, name, one));
  if (faults.length > 0) return { ok: false, faults: placedFaults(text, faults) };
  const { env, ...members } = value as Partial<ServerDraft>;
  const drafts = Object.entries(env ?? {}).map(([name, one]) => [name, envDraft(one)]);
  return { ok: true, draft: { ...emptyDraft, ...members, env: Object.fromEntries(drafts) } };
}

/** The faults with the lines of what they are about; one of no member is about the name, which is not in the text. */
export function placedFaults(
  text: string,
  faults: readonly DraftFault[],
): readonly (DraftFault | LineFault)[] {
  const root = parseTree(text);
  return faults.map((fault) =>
    fault.field === "" ? fault : { ...fault, line: lineOf(text, root, fault.field) },
  );
}

function lineOf(text: string, root: Node | undefined, field: string): number {
  const path = pathOf(field);
  // What is missing is told where the next that is there begins.
  for (let length = path.length; root && length > 0; length -= 1) {
    const node = findNodeAtLocation(root, path.slice(0, length));
    if (node) return lineAt(text, (node.parent?.type === "property" ? node.parent : node).offset);
  }
  return lineAt(text, root?.offset ?? 0);
}

/** `["args", 1]` of `args[1]`, `["env", "A.B"]` of `env.A.B`. */
function pathOf(field: string): (string | number)[] {
  const item = /^(\w+)\[(\d+)\]$/.exec(field);
  if (item) return [item[1] ?? "", Number(item[2])];
  const dot = field.indexOf(".");
  if (dot > 0) return [field.slice(0, dot), field.slice(dot + 1)];
  return field === "" ? [] : [field];
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

function syntaxFault(t: Words, text: string, { error, offset }: ParseError): LineFault {
  const code = printParseErrorCode(error);
  const message = isKnownFault(code) ? t(`serverJson.syntax.${code}`) : code;
  return { field: "", message, line: lineAt(text, offset) };
}

const knownFaults = [
  "InvalidSymbol",
  "InvalidNumberFormat",
  "PropertyNameExpected",
  "ValueExpected",
  "ColonExpected",
  "CommaExpected",
  "CloseBraceExpected",
  "CloseBracketExpected",
  "EndOfFileExpected",
  "InvalidCommentToken",
  "UnexpectedEndOfString",
  "InvalidCharacter",
] as const;

function isKnownFault(code: string): code is (typeof knownFaults)[number] {
  return knownFaults.some((known) => known === code);
}

type Check = (t: Words, field: string, value: unknown) => readonly DraftFault[];

function memberFaults(t: Words, member: string, value: unknown): readonly DraftFault[] {
  const check = new Map<string, Check>(Object.entries(checks)).get(member);
  if (check) return check(t, member, value);
  const isFile = member === "mcpServers" || member === "servers";
  const message = t(isFile ? "serverJson.wholeFile" : "serverJson.unknownMember");
  return [{ field: member, message }];
}

const must =
  (isRight: (value: unknown) => boolean, words: MustWords): Check =>
  (t, field, value) =>
    isRight(value) ? [] : [{ field, message: t(`serverJson.must.${words}`) }];

type MustWords = "text" | "textOrNull" | "truth" | "seconds" | "level";

const isText = (value: unknown): boolean => typeof value === "string";
const text = must(isText, "text");
const truth = must((value) => typeof value === "boolean", "truth");
const seconds = must((value) => typeof value === "number", "seconds");

const list: Check = (t, field, value) =>
  Array.isArray(value)
    ? value.flatMap((item: unknown, index) => text(t, `${field}[${index}]`, item))
    : [{ field, message: t("serverJson.must.list") }];

const variables: Check = (t, field, value) =>
  isObject(value)
    ? Object.entries(value).flatMap(([name, one]) => variable(t, `${field}.${name}`, one))
    : [{ field, message: t("serverJson.must.object") }];

const variable = must(
  (value) => value === null || isText(value) || isDeepEqual(value, KEPT),
  "textOrNull",
);

/** What each member must at least be, so that it can be handed to main. */
const checks: Readonly<Record<keyof ServerDraft, Check>> = {
  command: text,
  args: list,
  env: variables,
  secretEnv: list,
  cwd: text,
  toolPrefix: text,
  enabled: truth,
  parallel: truth,
  startupTimeoutSeconds: seconds,
  callTimeoutSeconds: seconds,
  idleTimeoutSeconds: seconds,
  stderrLevel: must((value) => StderrLevel.safeParse(value).success, "level"),
  promptSection: must((value) => value === null || isText(value), "textOrNull"),
};

function envDraft(value: unknown): EnvDraft {
  if (value === null) return { kind: "removed" };
  return typeof value === "string" ? { kind: "value", value } : { kind: "kept" };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
