import type { ServerStatus } from "../../../src-preload/model/server.ts";
import { AppError } from "../../base/errors.ts";
import { DisposableStore } from "../../base/disposable.ts";
import { Emitter } from "../../base/emitter.ts";
import { untilAborted } from "../../base/waiting.ts";
import type { Catalogue, Discovery } from "../catalogue/catalogue.ts";
import { BUILT_INS, nameTools } from "../catalogue/names.ts";
import type { CatalogueTool, ServerTool } from "../catalogue/tool.ts";
import type { ServerConfig } from "../config/server-config.ts";
import type { LaunchContext } from "./launch.ts";
import { ServerConnection, type RawResult, type ServerCallOptions } from "./server-connection.ts";

/** All servers of one conversation, each with a process of its own (M9). */
export class ConversationServers {
  readonly changed = new Emitter<ServerStatus>();

  readonly #context: LaunchContext;
  readonly #catalogue: Catalogue;
  readonly #connections: readonly ServerConnection[];
  readonly #listeners = new DisposableStore();
  readonly #warned = new Set<string>();

  constructor(
    conversationId: string,
    workspace: string,
    configs: readonly ServerConfig[],
    catalogue: Catalogue,
    context: LaunchContext,
  ) {
    this.#context = context;
    this.#catalogue = catalogue;
    this.#connections = configs.map(
      (config) =>
        new ServerConnection(config, conversationId, workspace, { ...context, conversationId }),
    );
    for (const connection of this.#connections) {
      this.#listeners.add(
        connection.changed.on(() => this.changed.fire(this.#statusOf(connection))),
      );
    }
  }

  /** What each server is doing now; asking starts nothing. */
  statuses(): readonly ServerStatus[] {
    return this.#connections.map((connection) => this.#statusOf(connection));
  }

  configs(): readonly ServerConfig[] {
    return this.#connections.map(({ config }) => config);
  }

  config(server: string): ServerConfig | null {
    return this.#find(server)?.config ?? null;
  }

  /** Each server takes its new entry, by its name, from its next start on. */
  reconfigure(configs: readonly ServerConfig[]): void {
    for (const config of configs) this.#find(config.name)?.reconfigure(config);
  }

  /**
   * Every tool that can be called now. A server whose tools are not to be had offers none (M6). Throws
   * the signal's abort.
   */
  async tools(signal: AbortSignal): Promise<readonly CatalogueTool[]> {
    const usable = this.#connections.filter(({ config }) => config.enabled && !config.unavailable);
    const asking = Promise.all(usable.map(({ config }) => this.#catalogue.discover(config)));
    const discoveries = await untilAborted(asking, signal);
    const servers = usable.map(({ config }, index) => {
      const discovery = discoveries[index];
      return { ...config, tools: offered(config, discovery) ?? [] };
    });
    const { tools, warnings } = nameTools(servers, BUILT_INS);
    for (const warning of warnings) this.#warnOnce(warning);
    for (const connection of usable) this.changed.fire(this.#statusOf(connection));
    return tools;
  }

  /**
   * See {@link ServerConnection.call}; an unknown server is an `AppError` `server-unknown`, a tool that
   * is switched off one `tool-off`.
   */
  async call(
    server: string,
    tool: string,
    args: Readonly<Record<string, unknown>>,
    options: ServerCallOptions,
  ): Promise<RawResult> {
    const connection = this.#find(server);
    if (!connection) throw new AppError("server-unknown", `No server is called "${server}".`);
    if (connection.config.hiddenTools.includes(tool)) throw toolOff(server, tool);
    return await connection.call(tool, args, options);
  }

  /** Stops it; the next call starts it afresh. */
  async stop(server: string): Promise<void> {
    await this.#find(server)?.stop();
  }

  /** Stops all, or waits for the stops that are under way; the next call starts a server afresh. */
  async stopAll(): Promise<void> {
    await Promise.all(this.#connections.map((connection) => connection.stopOnce()));
  }

  /** Stops all for good, and then tells nobody any more. */
  async close(): Promise<void> {
    await Promise.all(this.#connections.map((connection) => connection.close()));
    this.#listeners.dispose();
  }

  #statusOf(connection: ServerConnection): ServerStatus {
    const discovery = this.#catalogue.peek(connection.config);
    const status = connection.status();
    return {
      ...status,
      tools: offered(connection.config, discovery)?.map(({ tool }) => tool) ?? null,
      failure: status.failure ?? (discovery?.kind === "failed" ? discovery.failure : null),
      state:
        discovery?.kind === "failed" && status.state === "not-started" ? "failed" : status.state,
    };
  }

  #find(server: string): ServerConnection | undefined {
    return this.#connections.find(({ config }) => config.name === server);
  }

  #warnOnce(warning: string): void {
    if (this.#warned.has(warning)) return;
    this.#warned.add(warning);
    this.#context.logger.warn(warning);
  }
}

/** Null where the tools are not known. */
function offered(
  { hiddenTools }: ServerConfig,
  discovery: Discovery | null | undefined,
): readonly ServerTool[] | null {
  if (discovery?.kind !== "tools") return null;
  return discovery.tools.filter(({ tool }) => !hiddenTools.includes(tool));
}

function toolOff(server: string, tool: string): AppError {
  return new AppError(
    "tool-off",
    `The tool "${tool}" of the server "${server}" is switched off. It can be switched on in the settings.`,
  );
}
