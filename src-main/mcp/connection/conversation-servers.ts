import type { ServerStatus } from "../../../src-preload/model/server.ts";
import { visibleText } from "../../../src-preload/model/visible-text.ts";
import { AppError } from "../../base/errors.ts";
import { Emitter } from "../../base/emitter.ts";
import { DisposableStore } from "../../base/disposable.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { SeenTool } from "../catalogue/tool-pins.ts";
import type { CatalogueTool } from "../catalogue/tool.ts";
import type { ServerConfig } from "../config/server-config.ts";
import { reportOn, type ServerReport } from "../status/server-report.ts";
import { ConversationTools } from "./conversation-tools.ts";
import type { LaunchContext } from "./launch.ts";
import { ServerConnection, type RawResult, type ServerCallOptions } from "./server-connection.ts";

/** All servers of one conversation, each with a process of its own (M9). */
export class ConversationServers {
  readonly changed = new Emitter<ServerStatus>();
  /** Sentences for the person about tools that the model begins without (B3.1). */
  readonly missing = new Emitter<string>();

  readonly #catalogue: Catalogue;
  readonly #tools: ConversationTools;
  readonly #connections: readonly ServerConnection[];
  readonly #listeners = new DisposableStore();
  readonly #told = new Set<string>();

  constructor(
    conversationId: string,
    workspace: string,
    configs: readonly ServerConfig[],
    catalogue: Catalogue,
    context: LaunchContext,
  ) {
    this.#catalogue = catalogue;
    const tell = (server: string) => this.#tell(server);
    this.#tools = new ConversationTools({ workspace, catalogue, context, onChange: tell });
    this.#connections = configs.map(
      (config) =>
        new ServerConnection(config, conversationId, workspace, context, (session) =>
          this.#tools.follow(this.config(config.name) ?? config, session),
        ),
    );
    this.#listeners.add(catalogue.changed.on(tell));
    this.#listeners.add(catalogue.pins.changed.on(tell));
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
   * Every tool that can be called now. A server whose tools are not to be had offers none (M6), and the
   * person is told. Throws the signal's abort.
   */
  async tools(signal: AbortSignal): Promise<readonly CatalogueTool[]> {
    const tools = await this.#tools.offered(this.#usable(), signal);
    for (const config of this.#usable()) this.#tellIfMissing(config);
    return tools;
  }

  /** The same of what is known, without asking a server. */
  knownTools(): readonly CatalogueTool[] {
    return this.#tools.named(this.#usable()).tools;
  }

  /** The servers of which the model is offered a tool now (M27). */
  activeConfigs(): readonly ServerConfig[] {
    const active = new Set(this.knownTools().map(({ server }) => server));
    return this.configs().filter(({ name }) => active.has(name));
  }

  /**
   * See {@link ServerConnection.call}; an unknown server is an `AppError` `server-unknown`, a tool that
   * may not be called one of `tool-off`, `tool-gone` and `tool-held-back`.
   */
  async call(
    server: string,
    tool: string,
    args: Readonly<Record<string, unknown>>,
    options: ServerCallOptions,
  ): Promise<RawResult> {
    const { connection, config } = this.#known(server);
    // Before anything starts for it, and again when the process has said what it offers.
    const refuse = () => this.#tools.refuseUnlessCallable(config(), tool, options.signal);
    await refuse();
    try {
      return await connection.call(tool, args, { ...options, beforeCall: refuse });
    } finally {
      this.#tools.answered(server);
    }
  }

  /** The person accepts these tools as they have seen them (S42). Throws those of {@link ToolPins.approve}. */
  approveTools(server: string, seen: readonly SeenTool[]): void {
    this.#tools.approve(this.#known(server).config(), seen);
  }

  /** A person wants another try: stops what is left of it and asks for its tools now. */
  async retry(server: string): Promise<void> {
    const { connection, config } = this.#known(server);
    await connection.stop();
    const { enabled, unavailable } = config();
    if (enabled && !unavailable) await this.#catalogue.retry(config());
  }

  /** All that is known of each server, for `/mcp`; asking starts nothing. */
  reports(): readonly ServerReport[] {
    const offered = this.knownTools();
    return this.#connections.map((connection) => {
      const { config } = connection;
      const list = this.#tools.listOf(config);
      return reportOn({ config, status: this.#statusOf(connection), list, offered });
    });
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
    const status = connection.status();
    const { tools, failure, askedSince, catalogue } = this.#tools.status(connection.config);
    const idle = status.state === "not-started";
    const asked = { ...status, startedAt: askedSince, state: "starting" as const };
    return {
      ...(idle && askedSince !== null ? asked : status),
      ...(idle && failure && !tools ? { state: "failed" } : {}),
      tools,
      catalogue,
      failure: status.failure ?? failure,
    };
  }

  #usable(): readonly ServerConfig[] {
    return this.configs().filter(({ enabled, unavailable }) => enabled && !unavailable);
  }

  #find(server: string): ServerConnection | undefined {
    return this.#connections.find(({ config }) => config.name === server);
  }

  #known(server: string): { connection: ServerConnection; config: () => ServerConfig } {
    const connection = this.#find(server);
    if (!connection) throw new AppError("server-unknown", `No server is called "${server}".`);
    return { connection, config: () => connection.config };
  }

  #tell(server: string): void {
    const connection = this.#find(server);
    if (connection) this.changed.fire(this.#statusOf(connection));
  }

  /** Once a reason: each step of a turn asks for the tools anew. */
  #tellIfMissing(config: ServerConfig): void {
    const { tools, failure } = this.#tools.status(config);
    if (tools !== null) return;
    const name = visibleText(config.name);
    const message = failure
      ? `The tools of "${name}" are missing: ${failure.message.split("\n", 1)[0]} Try it again with /mcp retry ${name}.`
      : `"${name}" has not told its tools yet. The model begins without them and gets them as soon as they are there.`;
    if (this.#told.has(message)) return;
    this.#told.add(message);
    this.missing.fire(message);
  }
}
