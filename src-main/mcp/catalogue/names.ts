import type { CatalogueTool, ServerTool } from "./tool.ts";

/** Longest exposed name, in characters: every provider takes 64, and prefixes of theirs have to fit too (M8). */
const MAX_NAME_CHARS = 48;

/** Names of the app's own tools, which no server may take (M8). */
export const BUILT_INS: ReadonlySet<string> = new Set(["read", "ask_person"]);

export interface NamedServer {
  readonly name: string;
  readonly toolPrefix: string;
  readonly tools: readonly ServerTool[];
}

export interface NamedTools {
  readonly tools: readonly CatalogueTool[];
  /** Sentences about names that had to change or were refused. */
  readonly warnings: readonly string[];
}

/**
 * Gives every tool of every server a name of its own, in the order of the servers (M8): the first
 * keeps a name, a later one becomes `<server>_<name>`, and a built-in's name is refused.
 */
export function nameTools(
  servers: readonly NamedServer[],
  builtIns: ReadonlySet<string>,
): NamedTools {
  const taken = new Map<string, string>();
  const tools: CatalogueTool[] = [];
  const warnings: string[] = [];
  for (const server of servers) {
    for (const [tool, wanted] of nameWithinServer(server)) {
      if (builtIns.has(wanted)) {
        warnings.push(
          `"${wanted}" of the server "${server.name}" is left out: the app has a tool of that name. Give the server a toolPrefix.`,
        );
        continue;
      }
      const owner = taken.get(wanted);
      const name = owner === undefined ? wanted : freeName(`${server.name}_${wanted}`, taken);
      if (owner !== undefined) {
        warnings.push(
          `Two servers have a tool "${wanted}": that of "${owner}" keeps the name, that of "${server.name}" is "${name}".`,
        );
      }
      taken.set(name, server.name);
      tools.push({ ...tool, name, server: server.name });
    }
  }
  return { tools, warnings };
}

/** In the order of the server's list; duplicates are numbered in the order of their original names. */
function nameWithinServer(server: NamedServer): readonly (readonly [ServerTool, string])[] {
  const names = new Map<ServerTool, string>();
  const taken = new Map<string, string>();
  const unchanged = (tool: ServerTool) =>
    sanitise(server.toolPrefix + tool.tool) === server.toolPrefix + tool.tool;
  const byName = [...server.tools].sort((a, b) => (a.tool < b.tool ? -1 : 1));
  // A name that needs no change keeps it, whoever sorts before it.
  for (const tool of [...byName.filter(unchanged), ...byName.filter((tool) => !unchanged(tool))]) {
    const name = freeName(server.toolPrefix + tool.tool, taken);
    taken.set(name, server.name);
    names.set(tool, name);
  }
  return server.tools.map((tool) => [tool, names.get(tool) ?? tool.tool]);
}

function sanitise(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, MAX_NAME_CHARS);
}

/** The name, or the name with `_2`, `_3` … inside the limit. */
function freeName(wanted: string, taken: ReadonlyMap<string, string>): string {
  const base = sanitise(wanted);
  let name = base;
  for (let number = 2; taken.has(name); number += 1) {
    const suffix = `_${number}`;
    name = base.slice(0, MAX_NAME_CHARS - suffix.length) + suffix;
  }
  return name;
}
