import type { Examination } from "../../../src-preload/model/examination.ts";
import { isDeepStrictEqual } from "node:util";
import type { ServerStatus } from "../../../src-preload/model/server.ts";
import { AppError } from "../../base/errors.ts";
import type { Disposable } from "../../base/disposable.ts";
import { Emitter } from "../../base/emitter.ts";
import { untilAborted } from "../../base/waiting.ts";
import type { Catalogue, Discovery } from "../catalogue/catalogue.ts";
import { BUILT_INS, nameTools } from "../catalogue/names.ts";
import type { CatalogueTool, ServerTool } from "../catalogue/tool.ts";
import type { ServerConfig } from "../config/server-config.ts";
import { examineServer } from "../doctor/examine-server.ts";
import type { LaunchContext } from "./launch.ts";
import {
  ServerConnection,
  type RawResult,
  type ReservedServer,
  type ServerCallOptions,
} from "./server-connection.ts";

/** All servers of one conversation, each with a process of its own (M9). */
export class ConversationServers {
  readonly changed = new Emitter<ServerStatus>();
  /** The name of a server that the conversation has no more. */
  readonly removed = new Emitter<string>();

  readonly #conversationId: string;
  readonly #workspace: string;
  readonly #context: LaunchContext;
  readonly #catalogue: Catalogue;
  #connections: readonly ServerConnection[] = [];
  readonly #listeners = new Map<ServerConnection, Disposable>();
  /** Those of servers that were taken away, until their processes have ended. */
  readonly #leaving = new Map<ServerConnection, Promise<void>>();
  readonly #warned = new Set<string>();

  constructor(
    conversationId: string,
    workspace: string,
    configs: readonly ServerConfig[],
    catalogue: Catalogue,
    context: LaunchContext,
  ) {
    this.#conversationId = conversationId;
    this.#workspace = workspace;
    this.#context = { ...context, conversationId };
    this.#catalogue = catalogue;
    this.#connections = configs.map((config) => this.#connect(config));
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

  /**
   * These are the servers from now on (M3). One that is new is there at once, one that is gone or switched off
   * is stopped at once, and one that would be run otherwise is stopped as soon as no call of it is in flight;
   * its next call starts it by its new entry. The processes of all others run on.
   */
  setServers(configs: readonly ServerConfig[]): void {
    const before = this.#connections;
    this.#connections = configs.map((config) => this.#find(config.name) ?? this.#connect(config));
    for (const connection of before) {
      if (!this.#connections.includes(connection)) this.#letGo(connection);
    }
    for (const [index, connection] of this.#connections.entries()) {
      const config = configs[index];
      if (!config) continue;
      if (before.includes(connection)) this.#reconfigure(connection, config);
      else this.changed.fire(this.#statusOf(connection));
    }
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
    if (!connection) throw unknownServer(server);
    if (connection.config.hiddenTools.includes(tool)) throw toolOff(server, tool);
    await untilAborted(this.#goneBefore(server), options.signal);
    return await connection.call(tool, args, options);
  }

  /** See {@link ServerConnection.reserve}. Throws an `AppError` `server-unknown`. */
  async reserve<T>(
    server: string,
    signal: AbortSignal,
    work: (server: ReservedServer) => Promise<T>,
  ): Promise<T> {
    const connection = this.#find(server);
    if (!connection) throw unknownServer(server);
    return await connection.reserve(signal, work);
  }

  /** Examines it while it does nothing else; what runs of it is stopped first. See {@link examineServer}. */
  async examine(server: string, signal: AbortSignal): Promise<Examination> {
    const examination = await this.reserve(server, signal, async (reserved) => {
      await reserved.stop();
      return await examineServer(reserved.config, this.#workspace, this.#context, signal);
    });
    // What kept it from running before is gone, so calls need not wait any longer.
    if (examination.works) await this.stop(server);
    return examination;
  }

  /** Stops it; the next call starts it afresh. */
  async stop(server: string): Promise<void> {
    await this.#find(server)?.stop();
  }

  /** Stops all, or waits for the stops that are under way; the next call starts a server afresh. */
  async stopAll(): Promise<void> {
    const stops = this.#connections.map((connection) => connection.stopOnce());
    await Promise.all([...stops, ...this.#leaving.values()]);
  }

  /** Stops all for good, and then tells nobody any more. */
  async close(): Promise<void> {
    const ends = this.#connections.map((connection) => connection.close());
    await Promise.all([...ends, ...this.#leaving.values()]);
    for (const listener of this.#listeners.values()) listener.dispose();
  }

  #connect(config: ServerConfig): ServerConnection {
    const connection = new ServerConnection(
      config,
      this.#conversationId,
      this.#workspace,
      this.#context,
    );
    const listener = connection.changed.on(() => this.changed.fire(this.#statusOf(connection)));
    this.#listeners.set(connection, listener);
    return connection;
  }

  #reconfigure(connection: ServerConnection, config: ServerConfig): void {
    const before = connection.config;
    connection.reconfigure(config);
    if (before.enabled && !config.enabled) void connection.stopOnce();
    else if (isRunOtherwise(before, config)) connection.stopWhenUnused();
  }

  /** One that was taken out and is back has no second process beside its first. */
  async #goneBefore(server: string): Promise<void> {
    for (const [connection, ended] of this.#leaving) {
      if (connection.config.name === server) await ended;
    }
  }

  #letGo(connection: ServerConnection): void {
    this.#listeners.get(connection)?.dispose();
    this.#listeners.delete(connection);
    const ended = connection.close().finally(() => this.#leaving.delete(connection));
    this.#leaving.set(connection, ended);
    this.removed.fire(connection.config.name);
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

/** Whether a process of the one entry is not what the other asks for. What is set about the browser waits for its next start. */
function isRunOtherwise(before: ServerConfig, after: ServerConfig): boolean {
  if (before.isBrowser && after.isBrowser) return false;
  const run = ({ command, args, env, secretEnv, cwd, isBrowser }: ServerConfig) => ({
    command,
    args,
    env,
    secretEnv,
    cwd,
    isBrowser,
  });
  return !isDeepStrictEqual(run(before), run(after));
}

/** Null where the tools are not known. */
function offered(
  { hiddenTools }: ServerConfig,
  discovery: Discovery | null | undefined,
): readonly ServerTool[] | null {
  if (discovery?.kind !== "tools") return null;
  return discovery.tools.filter(({ tool }) => !hiddenTools.includes(tool));
}

function unknownServer(server: string): AppError {
  return new AppError("server-unknown", `No server is called "${server}".`);
}

function toolOff(server: string, tool: string): AppError {
  return new AppError(
    "tool-off",
    `The tool "${tool}" of the server "${server}" is switched off. It can be switched on in the settings.`,
  );
}
