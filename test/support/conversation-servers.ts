import { onTestFinished } from "vitest";
import { Catalogue } from "../../src-main/mcp/catalogue/catalogue.ts";
import type { ServerConfig } from "../../src-main/mcp/config/server-config.ts";
import { ConversationServers } from "../../src-main/mcp/connection/conversation-servers.ts";
import type { LaunchContext } from "../../src-main/mcp/connection/launch.ts";
import { launchContext } from "./launch-context.ts";
import { tempFolder } from "./temp-folder.ts";

/** A signal that nobody aborts. */
export const never = new AbortController().signal;

export interface ServersParts {
  /** Where lists and accepted tools are kept; absent, nowhere. */
  readonly folder?: string;
  readonly context?: LaunchContext;
  readonly catalogue?: Catalogue;
  readonly now?: () => number;
}

/** The servers of one conversation, closed with the test. */
export function serversOf(configs: readonly ServerConfig[], parts: ServersParts = {}) {
  const context = parts.context ?? launchContext();
  const catalogue =
    parts.catalogue ?? new Catalogue(context, parts.now ?? (() => 0), parts.folder ?? null);
  const workspace = tempFolder();
  const servers = new ConversationServers("c1", workspace, configs, catalogue, context);
  onTestFinished(() => servers.close());
  const names = async () => (await servers.tools(never)).map(({ name }) => name);
  const call = (tool: string, args: Record<string, unknown> = {}) =>
    servers.call("fake", tool, args, { signal: never, onProgress: () => {} });
  const status = () => servers.statuses()[0];
  return { servers, catalogue, context, workspace, names, call, status };
}
