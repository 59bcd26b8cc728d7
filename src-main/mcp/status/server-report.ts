import type { CatalogueState, HeldBackTool } from "../../../src-preload/model/catalogue.ts";
import type { ServerStatus } from "../../../src-preload/model/server.ts";
import type { CatalogueTool, ServerInfo, ToolList } from "../catalogue/tool.ts";
import type { ServerConfig } from "../config/server-config.ts";

/** A tool in a report; `name` is null while the model is not offered it. */
export interface ReportedTool {
  readonly tool: string;
  readonly name: string | null;
  readonly description: string;
  readonly mark: "new" | "held-back" | "off" | "refused" | null;
}

/** All that `/mcp` tells of one server [A §9]; never the value of an env entry. */
export interface ServerReport {
  readonly name: string;
  readonly isBrowser: boolean;
  readonly status: ServerStatus;
  readonly catalogue: CatalogueState;
  /** As it was written, with its variables. */
  readonly command: readonly string[];
  readonly cwd: string;
  readonly envNames: readonly string[];
  readonly serverInfo: ServerInfo | null;
  /** Null where none are known. */
  readonly tools: readonly ReportedTool[] | null;
  readonly heldBack: readonly HeldBackTool[];
  readonly problems: readonly string[];
}

export interface ReportedServer {
  readonly config: ServerConfig;
  readonly status: ServerStatus;
  readonly list: ToolList | null;
  /** The tools of all servers as the model is offered them. */
  readonly offered: readonly CatalogueTool[];
}

/** Puts together what is known; starts and asks nothing. */
export function reportOn({ config, status, list, offered }: ReportedServer): ServerReport {
  const { name, isBrowser, command, args, cwd, env } = config;
  return {
    name,
    isBrowser,
    status,
    catalogue: status.catalogue?.state ?? "unknown",
    command: [command, ...args],
    cwd,
    envNames: Object.keys(env),
    serverInfo: list?.serverInfo ?? null,
    tools: list && reportedTools(list, config, status, offered),
    heldBack: status.catalogue?.heldBack ?? [],
    problems: status.catalogue?.problems ?? [],
  };
}

function reportedTools(
  list: ToolList,
  { name: server, hiddenTools }: ServerConfig,
  { catalogue }: ServerStatus,
  offered: readonly CatalogueTool[],
): readonly ReportedTool[] {
  const names = new Map(
    offered.filter((tool) => tool.server === server).map(({ tool, name }) => [tool, name]),
  );
  const held = new Set(catalogue?.heldBack.map(({ tool }) => tool));
  const fresh = new Set(catalogue?.newTools.map(({ tool }) => tool));
  const markOf = (tool: string): ReportedTool["mark"] => {
    if (hiddenTools.includes(tool)) return "off";
    if (held.has(tool)) return "held-back";
    if (!names.has(tool)) return "refused";
    return fresh.has(tool) ? "new" : null;
  };
  return list.tools.map(({ tool, description }) => ({
    tool,
    name: names.get(tool) ?? null,
    description,
    mark: markOf(tool),
  }));
}
