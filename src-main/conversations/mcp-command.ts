import { visibleText } from "../../src-preload/model/visible-text.ts";
import { assertNever } from "../base/assert-never.ts";
import { AppError } from "../base/errors.ts";
import type { Redactor } from "../base/redactor.ts";
import type { ConversationServers } from "../mcp/connection/conversation-servers.ts";
import { listText, serverText } from "../mcp/status/report-text.ts";

/** What was typed after `/mcp`. */
export type McpCommand =
  | { readonly kind: "list" }
  | { readonly kind: "show" | "restart" | "retry"; readonly server: string };

/** Null for what is no such command. A server may be called as an action is: then that alone shows it. */
export function parseMcpCommand(text: string): McpCommand | null {
  const words = /^\/mcp(?:\s+(?:(restart|retry)\s+)?(.+))?$/s.exec(text.trim());
  if (!words) return null;
  const [, action, server] = words;
  if (server === undefined) return { kind: "list" };
  const kind = action === "restart" || action === "retry" ? action : "show";
  return { kind, server };
}

/**
 * Runs a `/mcp` of the composer, which the model never hears of (M35, [A §9]); resolves with what is
 * shown, redacted. Throws an `AppError` `command-unknown` or `server-unknown`.
 */
export async function runMcpCommand(
  text: string,
  servers: ConversationServers,
  redactor: Redactor,
): Promise<string> {
  const command = parseMcpCommand(text);
  if (!command) {
    throw new AppError(
      "command-unknown",
      "This is no command. There are /mcp, /mcp <name>, /mcp restart <name> and /mcp retry <name>.",
    );
  }
  return redactor.text(await answer(command, servers));
}

async function answer(command: McpCommand, servers: ConversationServers): Promise<string> {
  if (command.kind === "list") return listText(servers.reports());
  const { kind, server } = command;
  refuseUnknown(server, servers);
  switch (kind) {
    case "show":
      return shown(server, servers);
    case "restart":
      await servers.stop(server);
      return `"${visibleText(server)}" is stopped. The next call starts it afresh.`;
    case "retry":
      await servers.retry(server);
      return shown(server, servers);
    default:
      return assertNever(kind);
  }
}

function shown(server: string, servers: ConversationServers): string {
  return servers
    .reports()
    .filter(({ name }) => name === server)
    .map(serverText)
    .join("\n");
}

function refuseUnknown(server: string, servers: ConversationServers): void {
  if (servers.config(server)) return;
  const names = servers.configs().map(({ name }) => `"${visibleText(name)}"`);
  const known = names.length === 0 ? "No server is configured." : `There are ${names.join(", ")}.`;
  throw new AppError("server-unknown", `No server is called "${visibleText(server)}". ${known}`);
}
