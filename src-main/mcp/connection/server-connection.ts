import type { ServerStatus } from "../../../src-preload/model/server.ts";
import { AppError, isAbort } from "../../base/errors.ts";
import { Emitter } from "../../base/emitter.ts";
import { untilAborted } from "../../base/waiting.ts";
import type { ServerConfig } from "../config/server-config.ts";
import type { LaunchContext } from "./launch.ts";
import { CallQueue } from "./call-queue.ts";
import type { FrameRecord } from "./frame-record.ts";
import { IdleTimer } from "./idle-timer.ts";
import { ConnectionLost } from "./process-transport.ts";
import type { RestartPolicy } from "./restart-policy.ts";
import { Seldom } from "./seldom.ts";
import { ServerLifecycle, type RunningServer } from "./server-lifecycle.ts";
import { CallTimeout, ServerError, type McpSession } from "./session.ts";

/** A server's answer, as it sent it. */
export type RawResult = Readonly<Record<string, unknown>>;

export interface ServerCallOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (text: string) => void;
  /**
   * Asked once the server runs, right before the call goes out; what it throws, the call throws. Null when
   * the call can go out at once.
   */
  readonly beforeCall?: () => Promise<void> | null;
}

export interface ConnectionOptions {
  /** When it may be started again after it failed. */
  readonly restarts?: RestartPolicy;
  /** Waited for whenever it has shaken hands, before its first call. */
  readonly onSession?: (session: McpSession) => Promise<void>;
}

type Arguments = Readonly<Record<string, unknown>>;

/** A server that one piece of work has for itself, until it is done. */
export interface ReservedServer {
  /** As its next start takes it. */
  readonly config: ServerConfig;
  /** See {@link ServerConnection.call}. */
  readonly call: (tool: string, args: Arguments, options: ServerCallOptions) => Promise<RawResult>;
  /** Stops it, if it runs; the next call starts it as its entry says then. */
  readonly stop: () => Promise<void>;
  /** What kept it from running is known to be over. */
  readonly forgive: () => void;
}

/** What a living server may take to answer a ping before it counts as hung, in milliseconds (M12). */
const PING_TIMEOUT_MS = 2_000;

/** How long the farewell may take before the stop ladder begins, in milliseconds: a browser closes in 140. */
export const FAREWELL_MS = 2_000;

/** How soon a panel hears that there were more calls, in milliseconds: a server may answer thousands a second. */
const COUNTS_MS = 250;

/** One server of one conversation: the calls to it, in their order (M9 to M12). */
export class ServerConnection {
  /** Told of every state at once, and of the counts of calls now and then. */
  readonly changed = new Emitter<void>();

  readonly #conversationId: string;
  #queue: CallQueue;
  readonly #lifecycle: ServerLifecycle;
  #config: ServerConfig;
  readonly #idle = new IdleTimer({
    timeoutMs: () => (this.#lifecycle.closed ? 0 : this.#config.idleTimeoutMs),
    onIdle: () => this.#stopIdle(),
  });
  readonly #news = new Seldom(COUNTS_MS, () => this.changed.fire());
  #calls = 0;
  #failedCalls = 0;
  /** Whether it hangs is being found out; the next call waits for that. */
  #suspected: Promise<void> | null = null;

  constructor(
    config: ServerConfig,
    conversationId: string,
    workspace: string,
    context: LaunchContext,
    options: ConnectionOptions = {},
  ) {
    this.#config = config;
    this.#conversationId = conversationId;
    this.#queue = new CallQueue(config.parallel);
    this.#lifecycle = new ServerLifecycle({
      config: () => this.#config,
      workspace,
      context,
      idleSince: () => this.#idle.since,
      farewell: (session) => this.#sayFarewell(session),
      ...options,
    });
    this.#lifecycle.changed.on(() => this.#news.now());
  }

  get config(): ServerConfig {
    return this.#config;
  }

  /** Whether its next call starts nothing. */
  get isRunning(): boolean {
    return this.#lifecycle.ready !== null;
  }

  /** All that went between the app and its processes. */
  get record(): FrameRecord {
    return this.#lifecycle.record;
  }

  /** Holds from its next start; a server that could not be had can be had from now on. */
  reconfigure(config: ServerConfig): void {
    const before = this.#config;
    this.#config = config;
    if (config.parallel !== before.parallel) this.#queue = new CallQueue(config.parallel);
    if (config.idleTimeoutMs !== before.idleTimeoutMs) this.#idle.restart();
    this.#news.now();
  }

  /** See {@link ServerLifecycle.outdate}. */
  stopWhenUnused(): void {
    this.#lifecycle.outdate();
  }

  /** What the server panel shows; reading it starts nothing (M9). */
  status(): Omit<ServerStatus, "tools"> {
    const { state, process, exit, lastFailure, stderrTail } = this.#lifecycle;
    return {
      conversationId: this.#conversationId,
      name: this.config.name,
      state: this.#shownState(),
      pid: process?.pid ?? null,
      startedAt: state.kind === "running" ? state.since : null,
      calls: this.#calls,
      failedCalls: this.#failedCalls,
      exit,
      failure: this.config.unavailable ?? lastFailure,
      stderrTail,
      ...(this.#lifecycle.isInstalling ? { installing: true } : {}),
    };
  }

  /**
   * Calls a tool by the server's own name, starting the server where it does not run. A JSON-RPC
   * error is an ordinary result with `isError` (M11). Throws an abort, or an `AppError`
   * `call-timed-out`, `server-exited`, `server-latched`, `server-closed` or what kept it from starting.
   */
  call(tool: string, args: Arguments, options: ServerCallOptions): Promise<RawResult> {
    return this.#queue.run(options.signal, () => this.#callNow(tool, args, options));
  }

  /**
   * Does this work in its turn, as one call that takes as long as it likes: those that come later wait,
   * and the server is not idle meanwhile. The work has to end when the signal is aborted.
   */
  reserve<T>(signal: AbortSignal, work: (server: ReservedServer) => Promise<T>): Promise<T> {
    const config = () => this.#config;
    const reserved: ReservedServer = {
      get config() {
        return config();
      },
      call: (tool, args, options) => this.#callNow(tool, args, options),
      stop: () => this.#lifecycle.stopOnce(),
      forgive: () => this.#lifecycle.forgive(),
    };
    const turn = this.#queue.runAlone(signal, () => this.#busyWith(() => work(reserved)));
    return untilAborted(turn, signal);
  }

  /** See {@link ServerLifecycle.stop}. */
  async stop(): Promise<void> {
    this.#idle.dispose();
    await this.#lifecycle.stop();
  }

  /** Stops it, or waits for the stop that is under way. */
  async stopOnce(): Promise<void> {
    await this.#lifecycle.stopOnce();
  }

  /** Stops it for good: a call that comes later, or still waits, starts nothing. */
  async close(): Promise<void> {
    this.#idle.dispose();
    await this.#lifecycle.close();
    this.#news.dispose();
  }

  async #callNow(tool: string, args: Arguments, options: ServerCallOptions): Promise<RawResult> {
    this.#idle.begin();
    try {
      if (this.#suspected) await untilAborted(this.#suspected, options.signal);
      const running = this.#lifecycle.ready ?? (await this.#running(options));
      const permission = options.beforeCall?.();
      if (permission) await permission;
      this.#calls += 1;
      return await this.#ask(running, tool, args, options);
    } finally {
      this.#rest();
    }
  }

  #running({ signal, onProgress }: ServerCallOptions): Promise<RunningServer> {
    return this.#lifecycle.running(signal, (ms) => onProgress(waitWords(this.config.name, ms)));
  }

  async #busyWith<T>(work: () => Promise<T>): Promise<T> {
    this.#idle.begin();
    try {
      return await work();
    } finally {
      this.#rest();
    }
  }

  #rest(): void {
    this.#idle.end();
    this.#lifecycle.stopOutdated();
    this.#news.ask();
  }

  async #ask(
    { session, process }: RunningServer,
    tool: string,
    args: Arguments,
    options: ServerCallOptions,
  ): Promise<RawResult> {
    const { signal, onProgress } = options;
    const timeoutMs = this.config.callTimeoutMs;
    try {
      return await session.callTool(tool, args, { signal, onProgress, timeoutMs });
    } catch (error) {
      if (isAbort(error, signal)) throw error;
      this.#failedCalls += 1;
      if (error instanceof ServerError) return errorResult(error);
      if (error instanceof ConnectionLost) {
        const exit = await untilAborted(process.exited, signal);
        throw this.#lifecycle.exitFailure(process, exit);
      }
      if (!(error instanceof CallTimeout)) throw error;
      this.#suspected = this.#stopIfHung(session).finally(() => (this.#suspected = null));
      throw new AppError("call-timed-out", `${tool} ${error.message}`);
    }
  }

  /** Nobody waits for the end of a hung server but the next call. */
  async #stopIfHung(session: McpSession): Promise<void> {
    if (!(await session.answersPing(PING_TIMEOUT_MS))) void this.#lifecycle.stopBroken(session);
  }

  /** Only to a server that has worked: one that has not has nothing to put in order. */
  async #sayFarewell(session: McpSession): Promise<void> {
    const tool = this.config.farewellTool;
    if (tool === null || this.#calls === 0) return;
    const signal = AbortSignal.timeout(FAREWELL_MS);
    // Whether it did or not, the server is stopped next.
    await session.callTool(tool, {}, { signal, timeoutMs: FAREWELL_MS }).catch(() => {});
  }

  /** A stop may have come meanwhile. */
  #stopIdle(): void {
    if (this.#lifecycle.idleSince !== null) void this.#lifecycle.stopPolitely();
  }

  #shownState(): ServerStatus["state"] {
    if (!this.config.enabled) return "disabled";
    if (this.config.unavailable) return this.config.isBrowser ? "not-installed" : "unavailable";
    return this.#lifecycle.state.kind;
  }
}

function waitWords(name: string, ms: number): string {
  return `Waiting ${Math.ceil(ms / 1_000)} s before "${name}" is started again`;
}

function errorResult(error: ServerError): RawResult {
  const { code, message, data } = error;
  return {
    isError: true,
    content: [{ type: "text", text: message }],
    error: data === undefined ? { code, message } : { code, message, data },
  };
}
