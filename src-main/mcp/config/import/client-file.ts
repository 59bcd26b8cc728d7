import { findNodeAtLocation, getNodeValue, type Node } from "jsonc-parser";
import type { ImportedClient } from "../../../../src-preload/model/server-import.ts";
import { AppError } from "../../../base/errors.ts";
import type { RawEntry } from "../edit-mcp-file.ts";
import { isRemote, readEntry } from "../entry-schema.ts";
import { membersOf, parseJsonc, withoutMark } from "../mcp-file.ts";
import { WORKSPACE, type ServerEntry } from "../server-config.ts";
import { secretNameOf, translateVariables } from "./client-variables.ts";

/** A secret that a client asks its person for. */
export interface NeededSecret {
  readonly secret: string;
  readonly description: string;
}

/** A server of another client's file. */
export interface FoundServer {
  readonly name: string;
  /** As it would stand in the app's own file; null when it cannot be taken. */
  readonly entry: RawEntry | null;
  readonly refusal: string | null;
  readonly notes: readonly string[];
  readonly needs: readonly NeededSecret[];
}

export interface ClientFile {
  readonly client: ImportedClient;
  readonly servers: readonly FoundServer[];
}

export interface ClientFileOptions {
  /** Its name, which tells whose it is. */
  readonly fileName: string;
  readonly platform: NodeJS.Platform;
}

/** Longest text that is taken for such a file, in characters: a thousand times what one usually has. */
const MAX_CHARS = 4_000_000;

/** Where clients keep their servers: VS Code's own file and its settings, then all others. */
const SERVER_PLACES = [["servers"], ["mcp", "servers"], ["mcpServers"]] as const;

/**
 * Reads the servers of a file of Claude Desktop, VS Code or Cursor (M4). Pure. Throws an `AppError`
 * `config-broken` with line and column, `import-empty` or `import-too-large`.
 */
export function parseClientFile(text: string, options: ClientFileOptions): ClientFile {
  const { fileName } = options;
  if (text.length > MAX_CHARS) throw tooLarge(fileName);
  const content = withoutMark(text);
  const root = parseJsonc(content, fileName);
  const place = root && SERVER_PLACES.find((path) => objectAt(root, path));
  const servers = place && objectAt(root, place);
  if (!servers) throw empty(fileName);
  const inputs = inputsOf(root, place);
  const members = membersOf(servers);
  return {
    client: clientOf(place, fileName),
    servers: members.map(({ name, value }, index) => {
      const isFirst = members.findIndex((member) => member.name === name) === index;
      if (!isFirst) return refused(name, TWICE);
      return toServer(name, value ? getNodeValue(value) : undefined, inputs, options);
    }),
  };
}

function objectAt(root: Node, path: readonly string[]): Node | null {
  const node = findNodeAtLocation(root, [...path]);
  return node?.type === "object" ? node : null;
}

function clientOf(place: readonly string[], fileName: string): ImportedClient {
  if (place.at(-1) === "servers") return "vscode";
  if (/claude_desktop_config/i.test(fileName)) return "claude-desktop";
  return /cursor/i.test(fileName) ? "cursor" : "other";
}

/** What VS Code asks its person for, by the id in `${input:ID}`. */
type Inputs = ReadonlyMap<string, string>;

function inputsOf(root: Node, place: readonly string[]): Inputs {
  const node = findNodeAtLocation(root, [...place.slice(0, -1), "inputs"]);
  const raw: unknown = node ? getNodeValue(node) : [];
  const items: readonly unknown[] = Array.isArray(raw) ? raw : [];
  return new Map(
    items.filter(isObject).map(({ id, description }) => [String(id), textOf(description)]),
  );
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

function toServer(
  name: string,
  raw: unknown,
  inputs: Inputs,
  { platform }: ClientFileOptions,
): FoundServer {
  if (isRemote(raw)) return refused(name, REMOTE);
  const read = readEntry(name, isObject(raw) ? knownMembers(raw) : raw);
  if (!read.ok) {
    const faults = read.faults.map(({ field, message }) => `${field} ${message}`.trim());
    return refused(name, `It cannot be used: ${faults.join("; ")}.`);
  }
  const translation = new Translation(platform);
  const entry = translation.entry(read.entry);
  if (translation.foreign.length > 0) {
    const what = translation.foreign.join(", ");
    return refused(name, `It needs ${what}, which has a meaning there alone.`);
  }
  const notes = [...translation.notes, ...notesOn(isObject(raw) ? raw : {}, read.entry.enabled)];
  return { name, entry, refusal: null, notes, needs: neededBy(translation.inputs, inputs) };
}

const REMOTE = "It is reached by an address. Only servers that are run here are supported yet.";

const TWICE = "There is another one of this name before it.";

function refused(name: string, refusal: string): FoundServer {
  return { name, entry: null, refusal, notes: [], needs: [] };
}

/** What clients agree on; the rest of an entry is that client's own. */
function knownMembers({ command, args, env, cwd, disabled, enabled }: RawEntry): RawEntry {
  const all = { command, args, env, cwd: cwd ?? WORKSPACE, disabled, enabled };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** Gathers what is said about all texts of one entry. */
class Translation {
  readonly #platform: NodeJS.Platform;
  readonly notes = new Set<string>();
  readonly inputs: string[] = [];
  readonly foreign: string[] = [];

  constructor(platform: NodeJS.Platform) {
    this.#platform = platform;
  }

  entry({ command, args, env, cwd, enabled }: ServerEntry): RawEntry {
    const variables = Object.entries(env).map(([name, value]) => [name, value && this.#of(value)]);
    return {
      command: this.#of(command),
      args: args.map((arg) => this.#of(arg)),
      env: Object.fromEntries(variables),
      cwd: this.#of(cwd),
      ...(enabled ? {} : { enabled }),
    };
  }

  #of(text: string): string {
    const { text: translated, notes, inputs, foreign } = translateVariables(text, this.#platform);
    for (const note of notes) this.notes.add(note);
    this.inputs.push(...inputs);
    this.foreign.push(...foreign);
    return translated;
  }
}

/** Members that grant something, or name more than the entry itself says. */
const LISTS_OF_GRANTED = ["autoApprove", "alwaysAllow", "autoAllow"];

function notesOn(raw: RawEntry, enabled: boolean): readonly string[] {
  return [
    ...(enabled ? [] : ["It is switched off there, and will be here."]),
    ...("envFile" in raw
      ? ["Its envFile is not read: write what the server needs of it into its env."]
      : []),
    ...(LISTS_OF_GRANTED.some((member) => member in raw)
      ? ["What may run there without being asked about is asked about here."]
      : []),
  ];
}

function neededBy(ids: readonly string[], inputs: Inputs): readonly NeededSecret[] {
  return [...new Set(ids)].map((id) => ({
    secret: secretNameOf(id),
    description: inputs.get(id) || id,
  }));
}

function isObject(value: unknown): value is RawEntry {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

function empty(fileName: string): AppError {
  return new AppError(
    "import-empty",
    `No servers were found in ${fileName}. They are looked for under "mcpServers" and, as VS Code has them, under "servers".`,
  );
}

function tooLarge(fileName: string): AppError {
  return new AppError("import-too-large", `${fileName} is too large for a file of servers.`);
}
