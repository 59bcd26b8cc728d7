import type { Failure } from "../../../src-preload/model/failure.ts";
import type { ServerStatus } from "../../../src-preload/model/server.ts";
import { AppError, isAbort, toFailure } from "../../base/errors.ts";
import { Emitter } from "../../base/emitter.ts";
import { toFailureLogged } from "../../base/logger.ts";
import { untilAborted } from "../../base/waiting.ts";
import type {
  ProcessExit,
  StopGraces,
  SupervisedProcess,
} from "../../process/supervised-process.ts";
import type { ServerConfig } from "../config/server-config.ts";
import type { LaunchContext } from "./launch.ts";
import { CallQueue } from "./call-queue.ts";
import { ConnectionLost, EXIT_FOLLOWS_MS } from "./process-transport.ts";
import { CallTimeout, ServerError, type McpSession } from "./session.ts";
import { startServer } from "./start-server.ts";

/** A server's answer, as it sent it. */
export type RawResult = Readonly<Record<string, unknown>>;

export interface ServerCallOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (text: string) => void;
  /** Asked once the server runs, right before the call goes out; what it throws, the call throws. */
  readonly beforeCall?: () => Promise<void>;
}

/** What a living server may take to answer a ping before it counts as hung, in milliseconds (M12). */
const PING_TIMEOUT_MS = 2_000;

/** How long the farewell may take before the stop ladder begins, in milliseconds: a browser closes in 140. */
export const FAREWELL_MS = 2_000;

/** For a server that does not answer any more and so has nothing to put in order; in milliseconds. */
const BROKEN_GRACES: StopGraces = { afterStdinEnd: 500, afterTerm: 500 };

interface Running {
  readonly kind: "running";
  readonly process: SupervisedProcess;
  readonly session: McpSession;
  /** Milliseconds since 1970. */
  readonly since: number;
}

type State =
  | Running
  | { readonly kind: "not-started" }
  | { readonly kind: "starting"; readonly process: SupervisedProcess | null }
  | { readonly kind: "stopping"; readonly process: SupervisedProcess | null }
  | { readonly kind: "exited" }
  | { readonly kind: "failed"; readonly failure: Failure };

/** One server of one conversation: its process, its session and its states (M9 to M12). */
export class ServerConnection {
  readonly changed = new Emitter<void>();

  readonly #conversationId: string;
  readonly #workspace: string;
  readonly #context: LaunchContext;
  readonly #queue: CallQueue;
  readonly #onSession: (session: McpSession) => Promise<void>;
  #config: ServerConfig;
  #state: State = { kind: "not-started" };
  #starting: Promise<Running> | null = null;
  #stopping: Promise<void> | null = null;
  #closed = false;
  #idleTimer: NodeJS.Timeout | undefined;
  #inFlight = 0;
  #calls = 0;
  #failedCalls = 0;
  #exit: ProcessExit | null = null;
  #lastFailure: Failure | null = null;
  #stderrTail: readonly string[] = [];

  constructor(
    config: ServerConfig,
    conversationId: string,
    workspace: string,
    context: LaunchContext,
    onSession: (session: McpSession) => Promise<void> = () => Promise.resolve(),
  ) {
    this.#onSession = onSession;
    this.#config = config;
    this.#conversationId = conversationId;
    this.#workspace = workspace;
    this.#context = context;
    this.#queue = new CallQueue(config.parallel);
  }

  get config(): ServerConfig {
    return this.#config;
  }

  /** Holds from its next start; a server that could not be had can be had from now on. */
  reconfigure(config: ServerConfig): void {
    this.#config = config;
    this.changed.fire();
  }

  /** What the server panel shows; reading it starts nothing (M9). */
  status(): Omit<ServerStatus, "tools"> {
    const process = processOf(this.#state);
    return {
      conversationId: this.#conversationId,
      name: this.config.name,
      state: this.#shownState(),
      pid: process?.pid ?? null,
      startedAt: this.#state.kind === "running" ? this.#state.since : null,
      calls: this.#calls,
      failedCalls: this.#failedCalls,
      exit: this.#exit,
      failure: this.config.unavailable ?? this.#lastFailure,
      stderrTail: process?.stderrTail() ?? this.#stderrTail,
    };
  }

  /**
   * Calls a tool by the server's own name, starting the server where it does not run. A JSON-RPC
   * error is an ordinary result with `isError` (M11). Throws an abort, or an `AppError`
   * `call-timed-out`, `server-exited`, `server-closed` or what kept it from starting.
   */
  call(
    tool: string,
    args: Readonly<Record<string, unknown>>,
    options: ServerCallOptions,
  ): Promise<RawResult> {
    return this.#queue.run(options.signal, () => this.#callNow(tool, args, options));
  }

  /**
   * Stops the process, or the start of one; the next call starts a new one. A second call kills. What
   * kept it from starting is forgotten.
   */
  async stop(): Promise<void> {
    if (this.#state.kind === "failed") this.#enter({ kind: "not-started" });
    await this.#stopPolitely();
  }

  /** Stops it, or waits for the stop that is under way. */
  async stopOnce(): Promise<void> {
    await (this.#stopping ?? this.stop());
  }

  /** Stops it for good: a call that comes later, or still waits, starts nothing. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.stop();
  }

  async #callNow(
    tool: string,
    args: Readonly<Record<string, unknown>>,
    options: ServerCallOptions,
  ): Promise<RawResult> {
    clearTimeout(this.#idleTimer);
    this.#inFlight += 1;
    try {
      const running = await this.#running(options.signal);
      await options.beforeCall?.();
      this.#calls += 1;
      return await this.#ask(running, tool, args, options);
    } finally {
      this.#inFlight -= 1;
      this.#waitIdle();
      this.changed.fire();
    }
  }

  async #ask(
    { session, process }: Running,
    tool: string,
    args: Readonly<Record<string, unknown>>,
    options: ServerCallOptions,
  ): Promise<RawResult> {
    const timeoutMs = this.config.callTimeoutMs;
    try {
      return await session.callTool(tool, args, { ...options, timeoutMs });
    } catch (error) {
      if (isAbort(error, options.signal)) throw error;
      this.#failedCalls += 1;
      if (error instanceof ServerError) return errorResult(error);
      if (error instanceof ConnectionLost) {
        throw this.#exitFailure(process, await untilAborted(process.exited, options.signal));
      }
      if (!(error instanceof CallTimeout)) throw error;
      await untilAborted(this.#stopIfHung(session), options.signal);
      throw new AppError("call-timed-out", `${tool} ${error.message}`);
    }
  }

  async #running(signal: AbortSignal): Promise<Running> {
    while (this.#stopping) await untilAborted(this.#stopping, signal);
    signal.throwIfAborted();
    if (this.#state.kind === "running") return this.#state;
    this.#starting ??= this.#start().finally(() => (this.#starting = null));
    // The start goes on when one of those who wait for it gives up.
    return await untilAborted(this.#starting, signal);
  }

  async #start(): Promise<Running> {
    this.#refuseUnlessUsable();
    this.#enter({ kind: "starting", process: null });
    try {
      const { process, session } = await startServer(
        this.config,
        this.#workspace,
        this.#context,
        (process) => this.#watch(process),
        this.#onSession,
      );
      const running = { kind: "running", process, session, since: Date.now() } as const;
      this.#enter(running);
      void process.exited.then(() => this.#leave(process));
      void session.closed.then(() => this.#stopUnlessItEnds(running));
      return running;
    } catch (error) {
      // A start that was stopped has not failed.
      if (!this.#stopping) this.#fail(toFailureLogged(error, this.#context.logger));
      throw error;
    }
  }

  #refuseUnlessUsable(): void {
    const { name, enabled, unavailable } = this.config;
    if (this.#closed) {
      throw new AppError("server-closed", `The conversation of the server "${name}" is closed.`);
    }
    if (!enabled) throw new AppError("server-disabled", `The server "${name}" is switched off.`);
    if (unavailable) throw new AppError(unavailable.code, unavailable.message);
  }

  #fail(failure: Failure): void {
    this.#lastFailure = failure;
    this.#enter({ kind: "failed", failure });
  }

  #watch(process: SupervisedProcess): void {
    void process.exited.then((exit) => this.#remember(process, exit));
    if (this.#stopping) void process.stop();
    this.#enter({ kind: this.#stopping ? "stopping" : "starting", process });
  }

  #leave(process: SupervisedProcess): void {
    if (this.#state.kind === "running" && this.#state.process === process) {
      this.#enter({ kind: "exited" });
    }
  }

  /** A session that is over while its process lives on would be in the way of the next. */
  async #stopUnlessItEnds({ process, session }: Running): Promise<void> {
    if (await process.exitWithin(EXIT_FOLLOWS_MS)) return;
    await this.#stopBroken(session);
  }

  #remember(process: SupervisedProcess, exit: ProcessExit): void {
    this.#exit = exit;
    this.#stderrTail = process.stderrTail();
  }

  #stopPolitely(): Promise<void> {
    return this.#bringDown(this.config.graces, sessionOf(this.#state));
  }

  #bringDown(graces: StopGraces, farewellTo: McpSession | null): Promise<void> {
    clearTimeout(this.#idleTimer);
    const process = processOf(this.#state);
    if (this.#stopping) void process?.kill();
    else if (process || this.#starting) {
      this.#stopping = this.#stopNow(graces, farewellTo).finally(() => (this.#stopping = null));
    }
    return this.#stopping ?? Promise.resolve();
  }

  async #stopNow(graces: StopGraces, farewellTo: McpSession | null): Promise<void> {
    this.#enter({ kind: "stopping", process: processOf(this.#state) });
    await this.#sayFarewell(farewellTo);
    await processOf(this.#state)?.stop(graces);
    // A start that was under way ends by it, and no other one begins before this is over.
    await this.#starting?.catch(() => {});
    this.#enter({ kind: "exited" });
  }

  async #stopBroken(session: McpSession): Promise<void> {
    if (sessionOf(this.#state) === session) await this.#bringDown(BROKEN_GRACES, null);
  }

  /** Only to a server that has worked: one that has not has nothing to put in order. */
  async #sayFarewell(session: McpSession | null): Promise<void> {
    const tool = this.config.farewellTool;
    if (!session || tool === null || this.#calls === 0) return;
    const signal = AbortSignal.timeout(FAREWELL_MS);
    // Whether it did or not, the server is stopped next.
    await session.callTool(tool, {}, { signal, timeoutMs: FAREWELL_MS }).catch(() => {});
  }

  #exitFailure(process: SupervisedProcess, exit: ProcessExit): AppError {
    const lost = this.config.isBrowser ? "browser state" : "its state";
    const how = [`exited (${exit.signal ?? exit.code})`, process.stderrTail().join("\n")];
    const failure = new AppError(
      "server-exited",
      `${this.config.name} MCP server ${how.filter(Boolean).join(": ")}. It restarts on the next call; ${lost} was lost.`,
    );
    this.#lastFailure = toFailure(failure);
    return failure;
  }

  /** Nobody waits for the end of a hung server but the next call. */
  async #stopIfHung(session: McpSession): Promise<void> {
    if (!(await session.answersPing(PING_TIMEOUT_MS))) void this.#stopBroken(session);
  }

  /** What is the case is looked at when the timer fires: a call, or a stop, may have come meanwhile. */
  #waitIdle(): void {
    clearTimeout(this.#idleTimer);
    if (this.config.idleTimeoutMs === 0 || this.#closed) return;
    this.#idleTimer = setTimeout(() => {
      if (this.#inFlight === 0 && this.#state.kind === "running") void this.#stopPolitely();
    }, this.config.idleTimeoutMs);
    this.#idleTimer.unref();
  }

  #enter(state: State): void {
    this.#state = state;
    this.changed.fire();
  }

  #shownState(): ServerStatus["state"] {
    if (!this.config.enabled) return "disabled";
    if (this.config.unavailable) return this.config.isBrowser ? "not-installed" : "unavailable";
    return this.#state.kind;
  }
}

function processOf(state: State): SupervisedProcess | null {
  return "process" in state ? state.process : null;
}

function sessionOf(state: State): McpSession | null {
  return "session" in state ? state.session : null;
}

function errorResult(error: ServerError): RawResult {
  const { code, message, data } = error;
  return {
    isError: true,
    content: [{ type: "text", text: message }],
    error: data === undefined ? { code, message } : { code, message, data },
  };
}
