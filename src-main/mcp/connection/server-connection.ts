import type { Failure } from "../../../src-preload/model/failure.ts";
import type { ServerStatus } from "../../../src-preload/model/server.ts";
import { AppError, isAbort, toFailure } from "../../base/errors.ts";
import { Emitter } from "../../base/emitter.ts";
import type { ProcessExit, SupervisedProcess } from "../../process/supervised-process.ts";
import type { ServerConfig } from "../config/server-config.ts";
import type { LaunchContext } from "./launch.ts";
import { CallQueue } from "./call-queue.ts";
import { CallTimeout, ServerError, type McpSession } from "./session.ts";
import { startServer } from "./start-server.ts";

/** A server's answer, as it sent it. */
export type RawResult = Readonly<Record<string, unknown>>;

export interface ServerCallOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (text: string) => void;
}

/** What a living server may take to answer a ping before it counts as hung, in milliseconds (M12). */
const PING_TIMEOUT_MS = 2_000;

/** How long the farewell may take before the stop ladder begins, in milliseconds: a browser closes in 140. */
export const FAREWELL_MS = 2_000;

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
  | { readonly kind: "stopping"; readonly process: SupervisedProcess }
  | { readonly kind: "exited" }
  | { readonly kind: "failed"; readonly failure: Failure };

/** One server of one conversation: its process, its session and its states (M9 to M12). */
export class ServerConnection {
  readonly config: ServerConfig;
  readonly changed = new Emitter<void>();

  readonly #conversationId: string;
  readonly #workspace: string;
  readonly #context: LaunchContext;
  readonly #queue: CallQueue;
  #state: State = { kind: "not-started" };
  #starting: Promise<Running> | null = null;
  #stopping: Promise<void> | null = null;
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
  ) {
    this.config = config;
    this.#conversationId = conversationId;
    this.#workspace = workspace;
    this.#context = context;
    this.#queue = new CallQueue(config.parallel);
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
   * `call-timed-out`, `server-exited`, `server-failed` or what kept it from starting.
   */
  call(
    tool: string,
    args: Readonly<Record<string, unknown>>,
    options: ServerCallOptions,
  ): Promise<RawResult> {
    return this.#queue.run(options.signal, () => this.#callNow(tool, args, options));
  }

  /** Stops the process if there is one; the next call starts a new one. A second call forces. */
  async stop(): Promise<void> {
    clearTimeout(this.#idleTimer);
    const process = processOf(this.#state);
    if (process && this.#stopping) void process.stop();
    else if (process) this.#stopping = this.#stopProcess(process);
    await this.#stopping;
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
      if (!(error instanceof CallTimeout)) throw this.#exitFailure(process, await process.exited);
      await this.#stopIfHung();
      throw new AppError("call-timed-out", `${tool} ${error.message}`);
    }
  }

  async #running(signal: AbortSignal): Promise<Running> {
    await this.#stopping;
    if (this.#state.kind === "running") return this.#state;
    this.#starting ??= this.#start().finally(() => (this.#starting = null));
    return await untilAborted(this.#starting, signal);
  }

  async #start(): Promise<Running> {
    if (this.config.unavailable) {
      throw new AppError(this.config.unavailable.code, this.config.unavailable.message);
    }
    this.#enter({ kind: "starting", process: null });
    try {
      const { process, session } = await startServer(
        this.config,
        this.#workspace,
        this.#context,
        (process) => this.#watch(process),
      );
      const running = { kind: "running", process, session, since: Date.now() } as const;
      this.#enter(running);
      return running;
    } catch (error) {
      const failure = toFailure(error);
      this.#lastFailure = failure;
      this.#enter({ kind: "failed", failure });
      throw error;
    }
  }

  #watch(process: SupervisedProcess): void {
    this.#enter({ kind: "starting", process });
    void process.exited.then((exit) => this.#onExit(process, exit));
  }

  #onExit(process: SupervisedProcess, exit: ProcessExit): void {
    this.#remember(process, exit);
    // Whoever it left behind goes too.
    if (!exit.asked) void process.stop();
    if (this.#state.kind === "running" && this.#state.process === process) {
      this.#enter({ kind: "exited" });
    }
  }

  #remember(process: SupervisedProcess, exit: ProcessExit): void {
    this.#exit = exit;
    this.#stderrTail = process.stderrTail();
  }

  async #stopProcess(process: SupervisedProcess): Promise<void> {
    const session = this.#state.kind === "running" ? this.#state.session : null;
    this.#enter({ kind: "stopping", process });
    await this.#sayFarewell(session);
    this.#remember(process, await process.stop());
    this.#stopping = null;
    this.#enter({ kind: "exited" });
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
    const failure = new AppError(
      "server-exited",
      `${this.config.name} MCP server exited (${exit.signal ?? exit.code}): ${process.stderrTail().join("\n")}. It restarts on the next call; ${lost} was lost.`,
    );
    this.#lastFailure = toFailure(failure);
    return failure;
  }

  async #stopIfHung(): Promise<void> {
    if (this.#state.kind !== "running") return;
    if (!(await this.#state.session.answersPing(PING_TIMEOUT_MS))) await this.stop();
  }

  /** The count is looked at again when the timer fires: a call may have come meanwhile. */
  #waitIdle(): void {
    clearTimeout(this.#idleTimer);
    if (this.config.idleTimeoutMs === 0) return;
    this.#idleTimer = setTimeout(() => {
      if (this.#inFlight === 0) void this.stop();
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

function errorResult(error: ServerError): RawResult {
  const { code, message, data } = error;
  return {
    isError: true,
    content: [{ type: "text", text: message }],
    error: data === undefined ? { code, message } : { code, message, data },
  };
}

/** The start goes on when one of those who wait for it gives up. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error);
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
