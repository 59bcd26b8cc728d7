import { visibleText } from "../../../src-preload/model/visible-text.ts";
import type { CatalogueTool, ServerTool } from "./tool.ts";

/** Longest exposed name, in characters: every provider takes 64, and prefixes of theirs have to fit too (M8). */
export const MAX_NAME_CHARS = 48;

/** Names of the app's own tools, which no server may take (M8). */
export const BUILT_INS: ReadonlySet<string> = new Set(["read", "ask_person"]);

/** Hosts put this before the tools of servers; a name of this kind would read as another server's (M8). */
const RESERVED_PREFIX = "mcp__";

type Nameable = Pick<ServerTool, "tool" | "description" | "inputSchema">;

export interface NamedServer {
  readonly name: string;
  readonly toolPrefix: string;
  readonly tools: readonly Nameable[];
}

/** A sentence about a name, and the servers whom it concerns. */
export interface NameWarning {
  readonly servers: readonly string[];
  readonly message: string;
}

export interface NamedTools {
  readonly tools: readonly CatalogueTool[];
  /** About names that had to change, were refused or can be mistaken for one another. */
  readonly warnings: readonly NameWarning[];
}

/**
 * Gives every tool of every server a name of its own, in the order of the servers (M8): the first
 * keeps a name, a later one becomes `<server>_<name>`, and a built-in's name is refused. What a tool
 * is called does not depend on the order in which its server lists it.
 */
export function nameTools(
  servers: readonly NamedServer[],
  builtIns: ReadonlySet<string>,
): NamedTools {
  const naming = new Naming(builtIns);
  for (const server of servers) naming.add(server);
  return { tools: naming.tools, warnings: [...naming.warnings, ...naming.lookAlikes()] };
}

class Naming {
  readonly tools: CatalogueTool[] = [];
  readonly warnings: NameWarning[] = [];
  readonly #builtIns: ReadonlySet<string>;
  /** The server that has a name. */
  readonly #owners = new Map<string, string>();

  constructor(builtIns: ReadonlySet<string>) {
    this.#builtIns = builtIns;
  }

  add(server: NamedServer): void {
    const wanted = nameWithinServer(server);
    const names = new Map<Nameable, string>();
    const others = new Map(this.#owners);
    const clashing = wanted.filter(([, name]) => others.has(name));
    // Whoever can keep its name has it before one that must change looks for another.
    for (const [tool, name] of wanted) {
      if (others.has(name) || this.#isRefused(server, name)) continue;
      this.#owners.set(name, server.name);
      names.set(tool, name);
    }
    for (const [tool, name] of clashing) names.set(tool, this.#rename(server, name, others));
    this.#take(server, names);
  }

  /** Names of different servers that a reader takes for one another (S44). */
  lookAlikes(): readonly NameWarning[] {
    const bySight = new Map<string, CatalogueTool>();
    return this.tools.flatMap((tool) => {
      const sight = atFirstSight(tool.name);
      const other = bySight.get(sight);
      bySight.set(sight, other ?? tool);
      return other && other.server !== tool.server ? [lookAlike(other, tool)] : [];
    });
  }

  #take(server: NamedServer, names: ReadonlyMap<Nameable, string>): void {
    for (const own of server.tools) {
      const name = names.get(own);
      if (name === undefined) continue;
      const { tool, description, inputSchema } = own;
      this.tools.push({ name, description, inputSchema, server: server.name, tool });
    }
  }

  #isRefused({ name: server }: NamedServer, name: string): boolean {
    const why = this.#whyRefused(name);
    if (why === null) return false;
    const message = `"${name}" of the server "${visibleText(server)}" is left out: ${why}`;
    this.warnings.push({ servers: [server], message });
    return true;
  }

  #whyRefused(name: string): string | null {
    if (this.#builtIns.has(name))
      return "the app has a tool of that name. Give the server a toolPrefix.";
    if (name.startsWith(RESERVED_PREFIX))
      return `no tool's name may begin with ${RESERVED_PREFIX}. Give the server a toolPrefix.`;
    return null;
  }

  #rename(server: NamedServer, wanted: string, others: ReadonlyMap<string, string>): string {
    const isTaken = (name: string) => this.#owners.has(name) || this.#whyRefused(name) !== null;
    const name = freeName(`${server.name}_${wanted}`, isTaken);
    this.#owners.set(name, server.name);
    const owner = others.get(wanted) ?? "";
    this.warnings.push({
      servers: [owner, server.name],
      message: `Two servers have a tool "${wanted}": that of "${visibleText(owner)}" keeps the name, that of "${visibleText(server.name)}" is "${name}".`,
    });
    return name;
  }
}

/** In the order of the tools' own names; duplicates are numbered in it. */
function nameWithinServer(server: NamedServer): readonly (readonly [Nameable, string])[] {
  const names = new Map<Nameable, string>();
  const taken = new Set<string>();
  const full = (tool: Nameable) => server.toolPrefix + tool.tool;
  const unchanged = (tool: Nameable) => sanitise(full(tool)) === full(tool);
  const byName = server.tools.toSorted((a, b) => (a.tool < b.tool ? -1 : 1));
  // A name that needs no change keeps it, whoever sorts before it.
  for (const tool of [...byName.filter(unchanged), ...byName.filter((tool) => !unchanged(tool))]) {
    const name = freeName(full(tool), (one) => taken.has(one));
    taken.add(name);
    names.set(tool, name);
  }
  return byName.map((tool) => [tool, names.get(tool) ?? tool.tool]);
}

function sanitise(name: string): string {
  const safe = name.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, MAX_NAME_CHARS);
  // The one name that cannot be a member of every object.
  return safe === "__proto__" ? "_proto_" : safe;
}

/** The name, or the name with `_2`, `_3` … inside the limit. */
function freeName(wanted: string, isTaken: (name: string) => boolean): string {
  const base = sanitise(wanted);
  let name = base;
  for (let number = 2; isTaken(name); number += 1) {
    const suffix = `_${number}`;
    name = base.slice(0, MAX_NAME_CHARS - suffix.length) + suffix;
  }
  return name;
}

/** One sign for all that are hard to tell apart. */
function atFirstSight(name: string): string {
  return name.toLowerCase().replaceAll("-", "_").replace(/[1i]/g, "l").replaceAll("0", "o");
}

function lookAlike(one: CatalogueTool, other: CatalogueTool): NameWarning {
  return {
    servers: [one.server, other.server],
    message: `Two tools look alike: "${one.name}" of "${visibleText(one.server)}" and "${other.name}" of "${visibleText(other.server)}".`,
  };
}
