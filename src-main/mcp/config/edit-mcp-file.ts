import { getNodeValue } from "jsonc-parser";
import { isDeepStrictEqual } from "node:util";
import { AppError } from "../../base/errors.ts";
import { readEntry } from "./entry-schema.ts";
import { removeMember, setMember } from "./json-edit.ts";
import {
  membersOf,
  parseJsonc,
  revisionOf,
  SERVERS_MEMBER,
  serversNode,
  withoutMark,
} from "./mcp-file.ts";
import { entryDefaults } from "./server-config.ts";

/** One entry as it stands in a file: its members by their names there. */
export type RawEntry = Readonly<Record<string, unknown>>;

const EMPTY_FILE = `{\n  "${SERVERS_MEMBER}": {}\n}\n`;

const BYTE_ORDER_MARK = "\uFEFF";

/** What holds for a member that an entry leaves out, as it would be written. */
const LEFT_OUT: RawEntry = {
  args: entryDefaults.args,
  env: entryDefaults.env,
  secretEnv: entryDefaults.secretEnv,
  cwd: entryDefaults.cwd,
  toolPrefix: entryDefaults.toolPrefix,
  enabled: entryDefaults.enabled,
  parallel: entryDefaults.parallel,
  startupTimeoutSeconds: entryDefaults.startupTimeoutMs / 1_000,
  callTimeoutSeconds: entryDefaults.callTimeoutMs / 1_000,
  idleTimeoutSeconds: entryDefaults.idleTimeoutMs / 1_000,
  stderrLevel: entryDefaults.stderrLevel,
  promptSection: entryDefaults.promptSection,
};

/** The entry as it stands in the text; null where there is none. Throws `config-broken`. */
export function rawEntry(text: string, file: string, name: string): RawEntry | null {
  const value: unknown = entryIn(text, file, name)?.value;
  return value !== null && typeof value === "object" ? (value as RawEntry) : null;
}

/** See {@link revisionOf}; null where there is no such entry. Throws `config-broken`. */
export function entryRevision(text: string, file: string, name: string): string | null {
  return entryIn(text, file, name)?.revision ?? null;
}

function entryIn(text: string, file: string, name: string) {
  const content = withoutMark(text);
  const root = parseJsonc(content, file);
  const servers = root && serversNode(root, content, file);
  const found = servers && membersOf(servers).find((member) => member.name === name);
  if (!found) return null;
  const value: unknown = found.value ? getNodeValue(found.value) : null;
  return { value, revision: revisionOf(found.property, content) };
}

/**
 * The text with the entry in it: a new one at the end, or only those members of one that is there which are
 * different. Members that the app does not know stay. Throws `config-broken`, or `config-not-edited`.
 */
export function withEntry(text: string, file: string, name: string, draft: RawEntry): string {
  return edited(text, file, (content) => {
    const before = rawEntry(content, file, name);
    if (before) return withChanges(content, name, before, draft);
    return setMember(content, [SERVERS_MEMBER, name], withoutDefaults(draft));
  });
}

/** Throws `config-broken`, `server-unknown` or `config-not-edited`. */
export function withoutEntry(text: string, file: string, name: string): string {
  return edited(text, file, (content) => {
    requireEntry(content, file, name);
    return removeMember(content, [SERVERS_MEMBER, name]);
  });
}

/** Throws `config-broken`, `server-unknown` or `config-not-edited`. */
export function withEnabled(text: string, file: string, name: string, enabled: boolean): string {
  return edited(text, file, (content) => {
    requireEntry(content, file, name);
    return setMember(content, [SERVERS_MEMBER, name, "enabled"], enabled);
  });
}

function requireEntry(content: string, file: string, name: string): void {
  if (entryIn(content, file, name)) return;
  throw new AppError("server-unknown", `The file ${file} has no server "${name}" any more.`);
}

/** A byte order mark stays; a text that says nothing yet gets what every file has. */
function edited(text: string, file: string, edit: (content: string) => string): string {
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
  const content = withoutMark(text);
  const root = parseJsonc(content, file);
  if (root) serversNode(root, content, file);
  const needsBreak = content !== "" && !content.endsWith("\n");
  return mark + edit(root ? content : content + (needsBreak ? "\n" : "") + EMPTY_FILE);
}

function withoutDefaults(entry: RawEntry): RawEntry {
  const needed = Object.entries(entry).filter(
    ([key, value]) => value !== undefined && !isDeepStrictEqual(value, LEFT_OUT[key]),
  );
  return Object.fromEntries(needed);
}

function withChanges(content: string, name: string, before: RawEntry, draft: RawEntry): string {
  const path = [SERVERS_MEMBER, name];
  const known = readEntry(name, before);
  const next = readEntry(name, draft);
  const isSame = (key: string) =>
    known.ok && next.ok && isDeepStrictEqual(meaning(known.entry, key), meaning(next.entry, key));
  return Object.entries(draft).reduce((text, [key, value]) => {
    const needsNone = before[key] === undefined && isDeepStrictEqual(value, LEFT_OUT[key]);
    if (isSame(key) || needsNone) return text;
    const old = before[key];
    return key === "env" && isObject(old) && isObject(value)
      ? withVariables(text, [...path, key], old, value)
      : setMember(text, [...path, key], value);
  }, content);
}

/** What a member of an entry comes to, however it is written. */
function meaning(entry: object, key: string): unknown {
  const read = new Map(Object.entries(entry));
  return read.get(key) ?? read.get(key.replace(/Seconds$/, "Ms"));
}

/** One by one, so that what a person noted beside a variable stays with it. */
function withVariables(
  content: string,
  path: readonly string[],
  old: RawEntry,
  wanted: RawEntry,
): string {
  const gone = Object.keys(old).filter((name) => !Object.hasOwn(wanted, name));
  const without = gone.reduce((text, name) => removeMember(text, [...path, name]), content);
  const changed = Object.entries(wanted).filter(([name, value]) => !isSameText(old[name], value));
  return changed.reduce((text, [name, value]) => setMember(text, [...path, name], value), without);
}

/** A variable that was written as a number is still the same text. */
function isSameText(before: unknown, value: unknown): boolean {
  if (before === undefined || before === null || value === null) return before === value;
  return asText(before) === asText(value);
}

const asText = (value: unknown): string =>
  typeof value === "string" ? value : JSON.stringify(value);

function isObject(value: unknown): value is RawEntry {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
