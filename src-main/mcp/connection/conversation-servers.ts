import type { Examination } from "../../../src-preload/model/examination.ts";
import { isDeepStrictEqual } from "node:util";
import type { ServerStatus } from "../../../src-preload/model/server.ts";
import { visibleText } from "../../../src-preload/model/visible-text.ts";
import { AppError } from "../../base/errors.ts";
import type { Disposable } from "../../base/disposable.ts";
import { untilAborted } from "../../base/waiting.ts";
import { Emitter } from "../../base/emitter.ts";
import { DisposableStore } from "../../base/disposable.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { SeenTool } from "../catalogue/tool-pins.ts";
import type { CatalogueTool } from "../catalogue/tool.ts";
import type { ServerConfig } from "../config/server-config.ts";
import { examineServer } from "../doctor/examine-server.ts";
import { reportOn, type ServerReport } from "../status/server-report.ts";
import { ConversationTools } from "./conversation-tools.ts";
import type { FrameRecord } from "./frame-record.ts";
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
  /** Sentences for the person about tools that the model begins without (B3.1). */
  readonly missing = new Emitter<string>();

  readonly #conversationId: string;
  readonly #workspace: string;
  readonly #context: LaunchContext;
  readonly #catalogue: Catalogue;
  #connections: readonly ServerConnection[] = [];
  readonly #listeners = new Map<ServerConnection, Disposable>();
  /** Those of servers that were taken away, until their processes have ended. */
  readonly #leaving = new Map<ServerConnection, Promise<void>>();
  readonly #tools: ConversationTools;
  readonly #ofCatalogue = new DisposableStore();
  readonly #told = new Set<string>();

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
    const tell = (server: string) => this.#tell(server);
    this.#tools = new ConversationTools({
      workspace,
      catalogue,
      context: this.#context,
      onChange: tell,
    });
    this.#ofCatalogue.add(catalogue.changed.on(tell));
    this.#ofCatalogue.add(catalogue.pins.changed.on(tell));
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

  /** The schema that the tool promises its structured content to fit (M21); undefined where there is none. */
  outputSchema(server: string, tool: string): unknown {
    const config = this.config(server);
    return config ? this.#tools.outputSchema(config, tool) : undefined;
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
    const connection = this.#known(server);
    const { signal, onProgress } = options;
    const permit = () => this.#permit(connection, tool, signal);
    if (this.#leaving.size > 0) await untilAborted(this.#goneBefore(server), signal);
    // Nothing is started for a call that is refused.
    if (!connection.isRunning) await permit();
    const beforeCall = () => bothInTurn(permit, options.beforeCall);
    try {
      return await connection.call(tool, args, { signal, onProgress, beforeCall });
    } finally {
      this.#tools.answered(server);
    }
  }

  /** The person accepts these tools as they have seen them (S42). Throws those of {@link ToolPins.approve}. */
  approveTools(server: string, seen: readonly SeenTool[]): void {
    this.#tools.approve(this.#known(server).config, seen);
  }

  /** A person wants another try: stops what is left of it and asks for its tools now. */
  async retry(server: string): Promise<void> {
    const connection = this.#known(server);
    await connection.stop();
    const { config } = connection;
    if (config.enabled && !config.unavailable) await this.#catalogue.retry(config);
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

  /** All that went between the app and the server (M14). Throws an `AppError` `server-unknown`. */
  record(server: string): FrameRecord {
    return this.#known(server).record;
  }

  /** See {@link ServerConnection.reserve}. Throws an `AppError` `server-unknown`. */
  async reserve<T>(
    server: string,
    signal: AbortSignal,
    work: (server: ReservedServer) => Promise<T>,
  ): Promise<T> {
    return await this.#known(server).reserve(signal, work);
  }

  /** Examines it while it does nothing else; what runs of it is stopped first. See {@link examineServer}. */
  async examine(server: string, signal: AbortSignal): Promise<Examination> {
    return await this.reserve(server, signal, async (reserved) => {
      await reserved.stop();
      const { config } = reserved;
      const examination = await examineServer(config, this.#workspace, this.#context, signal);
      if (examination.works) reserved.forgive();
      return examination;
    });
  }

  /** Stops it; the next call starts it afresh. */
  async stop(server: string): Promise<void> {
    await this.#find(server)?.stop();
  }

  /** Stops it, or waits for the stop that is under way; the next call starts it afresh. */
  async stopOnce(server: string): Promise<void> {
    await this.#find(server)?.stopOnce();
  }

  /** Stops all for good, and then tells nobody any more. */
  async close(): Promise<void> {
    const ends = this.#connections.map((connection) => connection.close());
    await Promise.all([...ends, ...this.#leaving.values()]);
    for (const listener of this.#listeners.values()) listener.dispose();
    this.#ofCatalogue.dispose();
  }

  /** Throws where the tool may not be called; first waits for the tools that a running server has announced. */
  #permit(connection: ServerConnection, tool: string, signal: AbortSignal): Promise<void> | null {
    const refuse = () => this.#tools.refuseUnlessCallable(connection.config, tool);
    const news = this.#tools.news(connection.config.name);
    if (news) return untilAborted(news, signal).then(refuse);
    refuse();
    return null;
  }

  #connect(config: ServerConfig): ServerConnection {
    const connection: ServerConnection = new ServerConnection(
      config,
      this.#conversationId,
      this.#workspace,
      this.#context,
      { onSession: (session) => this.#tools.follow(connection.config, session) },
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
    const status = connection.status();
    const { tools, failure, askedSince, isInstalling, catalogue } = this.#tools.status(
      connection.config,
    );
    const idle = status.state === "not-started";
    const installing = isInstalling ? { installing: true } : {};
    const asked = { ...status, ...installing, startedAt: askedSince, state: "starting" as const };
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

  #known(server: string): ServerConnection {
    const connection = this.#find(server);
    if (!connection) throw unknownServer(server);
    return connection;
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

/** Waits only where there is something to wait for: every call comes through here. */
function bothInTurn(
  first: () => Promise<void> | null,
  second: (() => Promise<void> | null) | undefined,
): Promise<void> | null {
  const waiting = first();
  if (!waiting) return second?.() ?? null;
  return waiting.then(async () => {
    await second?.();
  });
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

function unknownServer(server: string): AppError {
  return new AppError("server-unknown", `No server is called "${server}".`);
}
