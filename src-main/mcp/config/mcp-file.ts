import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import {
  findNodeAtLocation,
  getNodeValue,
  parseTree,
  type Node,
  type ParseError,
} from "jsonc-parser";
import { AppError, messageOf } from "../../base/errors.ts";
import { readEntry, type EntryFault } from "./entry-schema.ts";
import { lookAlikes } from "./look-alikes.ts";
import { parseFault } from "./parse-fault.ts";
import { plainServer, type ServerConfig, type ServerEntry } from "./server-config.ts";
import { placeAt, type TextPlace } from "./text-place.ts";

/** A server that could not be taken, with the reason; the others are not affected (M3). */
export interface ConfigProblem {
  readonly server: string;
  /** The first member that is wrong; null when it is the entry as a whole. */
  readonly field: string | null;
  readonly place: TextPlace;
  /** A sentence with every fault of the entry. */
  readonly message: string;
}

/** An entry that can be used, and where and how it stands in the file. */
export interface FileEntry {
  readonly entry: ServerEntry;
  readonly line: number;
  /** Another one as soon as anything in the entry's text is changed. */
  readonly revision: string;
}

export interface McpFile {
  /** In the order of the file. */
  readonly entries: readonly FileEntry[];
  readonly servers: readonly ServerConfig[];
  readonly problems: readonly ConfigProblem[];
  /** Sentences about what can be used and is odd all the same. */
  readonly warnings: readonly string[];
}

/** Where the servers stand in the file, as in every client's. */
export const SERVERS_MEMBER = "mcpServers";

export const emptyMcpFile: McpFile = { entries: [], servers: [], problems: [], warnings: [] };

/**
 * With its byte order mark. Throws an `AppError` `config-unreadable`, also for what is not UTF-8: characters that
 * were guessed would be written back with the next edit.
 */
export function readMcpText(file: string): string {
  try {
    const bytes = readFileSync(file);
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new AppError("config-unreadable", `The file ${file} cannot be read: ${messageOf(error)}`);
  }
}

/** Comments, trailing commas, a byte order mark and CRLF are fine (M3). Throws `config-broken`. */
export function parseMcpFile(text: string, file: string): McpFile {
  const content = withoutMark(text);
  const root = parseJsonc(content, file);
  if (!root) return emptyMcpFile;
  const servers = serversNode(root, content, file);
  return servers ? readEntries(servers, content) : emptyMcpFile;
}

/** A byte order mark belongs to the file, not to what stands in it. */
export function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, "");
}

/** Undefined for a text without anything but space and comments. Throws `config-broken` with line and column. */
export function parseJsonc(content: string, file: string): Node | undefined {
  const errors: ParseError[] = [];
  const root = parseTree(content, errors, { allowTrailingComma: true, allowEmptyContent: true });
  if (errors[0]) throw broken(file, content, errors[0].offset, parseFault(errors[0].error));
  return root;
}

/** The object with the servers; undefined where there is none. Throws `config-broken` for anything else in its place. */
export function serversNode(root: Node, content: string, file: string): Node | undefined {
  const servers = root.type === "object" ? findNodeAtLocation(root, [SERVERS_MEMBER]) : root;
  const isUsable = servers === undefined || (servers !== root && servers.type === "object");
  if (isUsable) return servers;
  const what = `an object "${SERVERS_MEMBER}" is needed at its root`;
  throw broken(file, content, servers.offset, what);
}

function broken(file: string, content: string, offset: number, what: string): AppError {
  const { line, column } = placeAt(content, offset);
  return new AppError(
    "config-broken",
    `The file ${file} is not valid at line ${line}, column ${column}: ${what}.`,
  );
}

function readEntries(servers: Node, content: string): McpFile {
  const entries: FileEntry[] = [];
  const problems: ConfigProblem[] = [];
  const seen = new Set<string>();
  for (const { name, property, value } of membersOf(servers)) {
    const read = seen.has(name) ? twice : readEntry(name, value ? getNodeValue(value) : undefined);
    seen.add(name);
    if (read.ok) entries.push(fileEntry(read.entry, property, content));
    else problems.push(problemOf(name, read.faults, property, content));
  }
  const servedEntries = entries.map(({ entry }) => entry);
  const warnings = lookAlikes(servedEntries.map(({ name }) => name));
  return { entries, servers: servedEntries.map(plainServer), problems, warnings };
}

const twice = {
  ok: false,
  faults: [{ field: "", path: [], message: "there is another one of this name before it" }],
} as const;

interface Member {
  readonly name: string;
  readonly property: Node;
  readonly value: Node | undefined;
}

/** The members of an object in their order, also those that stand in it twice. */
export function membersOf(object: Node): readonly Member[] {
  return (object.children ?? []).map((property) => {
    const [key, value] = property.children ?? [];
    return { name: String(key?.value), property, value };
  });
}

function fileEntry(entry: ServerEntry, property: Node, content: string): FileEntry {
  const { line } = placeAt(content, property.offset);
  return { entry, line, revision: revisionOf(property, content) };
}

/** What changes with every character of the member. */
export function revisionOf(property: Node, content: string): string {
  const text = content.slice(property.offset, property.offset + property.length);
  return createHash("sha256").update(text).digest("hex");
}

function problemOf(
  name: string,
  faults: readonly EntryFault[],
  property: Node,
  content: string,
): ConfigProblem {
  const places = faults.map((fault) => placeAt(content, offsetOf(fault, property)));
  const told = faults.map(({ field, message }, index) => {
    const what = field === "" ? message : `${field} ${message}`;
    return `${what} (line ${places[index]?.line})`;
  });
  return {
    server: name,
    field: faults[0]?.field || null,
    place: places[0] ?? placeAt(content, property.offset),
    message: `The server "${name}" was left out: ${told.join("; ")}.`,
  };
}

/** Of the member itself, or of the nearest one around it that is there. */
function offsetOf({ path }: EntryFault, property: Node): number {
  const entry = property.children?.[1];
  for (let length = path.length; entry && length > 0; length -= 1) {
    const node = findNodeAtLocation(entry, path.slice(0, length));
    if (node) return node.offset;
  }
  return property.offset;
}
