import type { Failure } from "../../../src-preload/model/failure.ts";
import { AppError, toFailure } from "../../base/errors.ts";
import { Emitter } from "../../base/emitter.ts";
import { toFailureLogged } from "../../base/logger.ts";
import { sleep, untilAborted } from "../../base/waiting.ts";
import type {
  ProcessExit,
  StopGraces,
  SupervisedProcess,
} from "../../process/supervised-process.ts";
import type { ServerConfig } from "../config/server-config.ts";
import { FrameRecord } from "./frame-record.ts";
import type { LaunchContext } from "./launch.ts";
import { EXIT_FOLLOWS_MS } from "./process-transport.ts";
import { LATCH_FAILURES, LATCH_WINDOW_MS, RestartPolicy } from "./restart-policy.ts";
import type { PooledServer } from "./server-pool.ts";
import type { McpSession } from "./session.ts";
import { startServer, type StartedServer } from "./start-server.ts";

/** For a server that does not answer any more and so has nothing to put in order; in milliseconds. */
const BROKEN_GRACES: StopGraces = { afterStdinEnd: 500, afterTerm: 500 };

/** So much earlier than its time a timer may fire, in milliseconds. */
const TIMER_SLACK_MS = 2;

export interface RunningServer extends StartedServer {
  readonly kind: "running";
  /** Milliseconds since 1970. */
  readonly since: number;
}

export type LifecycleState =
  | RunningServer
  | { readonly kind: "not-started" }
  | { readonly kind: "starting"; readonly process: SupervisedProcess | null }
  | { readonly kind: "stopping"; readonly process: SupervisedProcess | null }
  | { readonly kind: "exited" }
  | { readonly kind: "failed"; readonly failure: Failure }
  /** Failed so often that only `stop`, or a retry, opens the way again. */
  | { readonly kind: "unavailable"; readonly failure: Failure };

export interface LifecycleOptions {
  readonly config: () => ServerConfig;
  readonly workspace: string;
  readonly context: LaunchContext;
  /** Since when no call has been made or waits, on a clock that never jumps; null while one does. */
  readonly idleSince: () => number | null;
  /** Done with a session that still answers, before its server is stopped. Must not reject. */
  readonly farewell: (session: McpSession) => Promise<void>;
  readonly restarts?: RestartPolicy;
  /** Waited for whenever it has shaken hands. Must not reject. */
  readonly onSession?: (session: McpSession) => Promise<void>;
}

/** How often, and how soon, one process of a server follows another: its starts, stops and ends (M9, M11). */
export class ServerLifecycle implements PooledServer {
  readonly changed = new Emitter<void>();
  /** The frames of all its processes, the latest last. */
  readonly record = new FrameRecord();

  readonly #options: LifecycleOptions;
  readonly #restarts: RestartPolicy;
  #state: LifecycleState = { kind: "not-started" };
  #starting: Promise<RunningServer> | null = null;
  #stopping: Promise<void> | null = null;
  #forgiven = new AbortController();
  /** The end of what an ended process left behind. */
  #leftovers: Promise<unknown> | null = null;
  #closed = false;
  #isInstalling = false;
  /** Whether what runs was started by an entry that has changed since. */
  #isOutdated = false;
  #exit: ProcessExit | null = null;
  #lastFailure: Failure | null = null;
  #stderrTail: readonly string[] = [];

  constructor(options: LifecycleOptions) {
    this.#options = options;
    this.#restarts = options.restarts ?? new RestartPolicy();
  }

  get state(): LifecycleState {
    return this.#state;
  }

  get process(): SupervisedProcess | null {
    return "process" in this.#state ? this.#state.process : null;
  }

  /** Whether its start has to fetch the server first. */
  get isInstalling(): boolean {
    return this.#isInstalling;
  }

  /** How the last process ended; null while none has. */
  get exit(): ProcessExit | null {
    return this.#exit;
  }

  get lastFailure(): Failure | null {
    return this.#lastFailure;
  }

  get stderrTail(): readonly string[] {
    return this.process?.stderrTail() ?? this.#stderrTail;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Null also for a server that is never to be stopped for being idle, as one whose window shows (M9). */
  get idleSince(): number | null {
    const isEverIdle = this.#options.config().idleTimeoutMs !== 0;
    return this.#state.kind === "running" && isEverIdle ? this.#options.idleSince() : null;
  }

  /** The running server, where nothing is to be waited for. */
  get ready(): RunningServer | null {
    return this.#state.kind === "running" && !this.#stopping ? this.#state : null;
  }

  /**
   * The running server, started if it does not run; waits for a stop that is under way and for the time
   * that a server which failed has to wait, of which `onWait` is told. Throws the signal's abort or an
   * `AppError`: what kept it from starting, or `server-latched`, `server-closed`, `server-disabled`.
   */
  async running(signal: AbortSignal, onWait: (ms: number) => void): Promise<RunningServer> {
    for (;;) {
      signal.throwIfAborted();
      if (this.#stopping) await untilAborted(this.#stopping, signal);
      else if (this.#state.kind === "running") return this.#state;
      // The start goes on when one of those who wait for it gives up.
      else if (this.#starting) return await untilAborted(this.#starting, signal);
      // What a dead process left behind may still hold what the next one needs, as a profile.
      else if (this.#leftovers) await untilAborted(this.#leftovers, signal);
      else if (this.#restarts.latched && this.#lastFailure) throw asError(this.#lastFailure);
      else if (this.#restarts.waitMs() > 0) await this.#waitForRestart(signal, onWait);
      else this.#starting = this.#startOnce();
    }
  }

  /** What kept it from running is over, and who waits for its next start need not wait any longer. */
  forgive(): void {
    if (this.#state.kind === "failed" || this.#state.kind === "unavailable") {
      this.#enter({ kind: "not-started" });
    }
    this.#restarts.forgive();
    this.#forgiven.abort();
    this.#forgiven = new AbortController();
  }

  /**
   * Stops the process, or the start of one; the next call starts a new one, at once: what kept it from
   * running is forgotten. A second stop kills.
   */
  async stop(): Promise<void> {
    this.forgive();
    await this.stopPolitely();
  }

  /** Stops it, or waits for the stop that is under way. */
  async stopOnce(): Promise<void> {
    await (this.#stopping ?? this.stopPolitely());
  }

  /**
   * Its entry has changed (M3): what runs by the old one is stopped as soon as nothing is asked of it, and
   * what kept the old one from running is forgotten.
   */
  outdate(): void {
    this.forgive();
    this.#isOutdated = this.process !== null || this.#starting !== null;
    this.stopOutdated();
  }

  /** To be called whenever a call has ended. */
  stopOutdated(): void {
    if (this.#isOutdated && this.#options.idleSince() !== null) void this.stopOnce();
  }

  /** Stops it for good: a call that comes later, or still waits, starts nothing. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.stop();
  }

  /** Stops what runs, with a farewell. What has failed stays failed. */
  stopPolitely(): Promise<void> {
    return this.#bringDown(this.#options.config().graces, sessionOf(this.#state));
  }

  /** Ends a server whose session is of no use any more; its next start waits as after a failure (M12). */
  async stopBroken(session: McpSession): Promise<void> {
    if (sessionOf(this.#state) !== session || this.#stopping) return;
    this.#restarts.failed();
    await this.#bringDown(BROKEN_GRACES, null);
  }

  /** Why a call cannot be answered any more, its process having ended on its own; kept for the panel. */
  exitFailure(process: SupervisedProcess, exit: ProcessExit): AppError {
    const { name, isBrowser } = this.#options.config();
    const how = [`exited (${exit.signal ?? exit.code})`, process.stderrTail().join("\n")];
    const lost = isBrowser ? "browser state" : "its state";
    const what = `${name} MCP server ${how.filter(Boolean).join(": ")}. It restarts on the next call; ${lost} was lost.`;
    const failure = new AppError("server-exited", what);
    if (!this.#restarts.latched) this.#lastFailure = toFailure(failure);
    return failure;
  }

  async #waitForRestart(signal: AbortSignal, onWait: (ms: number) => void): Promise<void> {
    this.#refuseUnlessUsable();
    const ms = this.#restarts.waitMs();
    onWait(ms);
    await sleep(ms + TIMER_SLACK_MS, AbortSignal.any([signal, this.#forgiven.signal]));
  }

  #startOnce(): Promise<RunningServer> {
    const starting = this.#start().finally(() => (this.#starting = null));
    // Those who wait for it hear why it failed; there may be none.
    starting.catch(() => {});
    return starting;
  }

  async #start(): Promise<RunningServer> {
    this.#refuseUnlessUsable();
    this.#isOutdated = false;
    this.#enter({ kind: "starting", process: null });
    try {
      const running = { kind: "running", ...(await this.#launch()), since: Date.now() } as const;
      this.#enter(running);
      void running.process.exited.then((exit) => this.#leave(running.process, exit));
      void running.session.closed.then(() => this.#stopUnlessItEnds(running));
      return running;
    } catch (error) {
      // A start that was stopped has not failed.
      if (!this.#stopping) this.#fail(toFailureLogged(error, this.#options.context.logger));
      throw error;
    }
  }

  async #launch(): Promise<StartedServer> {
    const { workspace, context, config, onSession } = this.#options;
    const place = await context.pool.admit(this);
    let launched: SupervisedProcess | null = null;
    const onProcess = (process: SupervisedProcess) => {
      launched = process;
      void process.gone.then(() => place.dispose());
      this.#watch(process);
    };
    try {
      const heard = onSession ? { onSession } : {};
      return await startServer(config(), workspace, context, {
        onProcess,
        ...heard,
        record: this.record,
        onInstalling: (isInstalling) => this.#noteInstalling(isInstalling),
      });
    } catch (error) {
      // A fault in its entry is no failed run of it: it can be mended and tried at once.
      if (launched === null) place.dispose();
      else if (!this.#stopping) this.#restarts.failed();
      throw error;
    }
  }

  #noteInstalling(isInstalling: boolean): void {
    this.#isInstalling = isInstalling;
    this.changed.fire();
  }

  #refuseUnlessUsable(): void {
    const { name, enabled, unavailable } = this.#options.config();
    if (this.#closed) {
      throw new AppError("server-closed", `The conversation of the server "${name}" is closed.`);
    }
    if (!enabled) throw new AppError("server-disabled", `The server "${name}" is switched off.`);
    if (unavailable) throw new AppError(unavailable.code, unavailable.message);
  }

  #fail(failure: Failure): void {
    this.#lastFailure = failure;
    if (this.#restarts.latched) this.#latch(failure.message);
    else this.#enter({ kind: "failed", failure });
  }

  #watch(process: SupervisedProcess): void {
    void process.exited.then((exit) => this.#remember(process, exit));
    if (this.#stopping) void process.stop();
    this.#enter({ kind: this.#stopping ? "stopping" : "starting", process });
  }

  #leave(process: SupervisedProcess, exit: ProcessExit): void {
    if (this.#state.kind !== "running" || this.#state.process !== process) return;
    if (!exit.asked) this.#restarts.failed();
    this.#leftovers = process.gone.finally(() => (this.#leftovers = null));
    if (this.#restarts.latched) this.#latch(process.stderrTail().join("\n"));
    else this.#enter({ kind: "exited" });
  }

  #latch(lastWords: string): void {
    const { name } = this.#options.config();
    const minutes = LATCH_WINDOW_MS / 60_000;
    const what = `The server "${name}" failed ${LATCH_FAILURES} times within ${minutes} minutes and is not started again by itself. Choose Retry in the server panel.`;
    const message = lastWords ? `${what} What it came to last: ${lastWords}` : what;
    this.#lastFailure = { code: "server-latched", message };
    this.#enter({ kind: "unavailable", failure: this.#lastFailure });
  }

  /** A session that is over while its process lives on would be in the way of the next. */
  async #stopUnlessItEnds({ process, session }: RunningServer): Promise<void> {
    if (await process.exitWithin(EXIT_FOLLOWS_MS)) return;
    await this.stopBroken(session);
  }

  #remember(process: SupervisedProcess, exit: ProcessExit): void {
    this.#exit = exit;
    this.#stderrTail = process.stderrTail();
  }

  #bringDown(graces: StopGraces, farewellTo: McpSession | null): Promise<void> {
    const { process } = this;
    if (this.#stopping) void process?.kill();
    else if (process || this.#starting) {
      this.#stopping = this.#stopNow(graces, farewellTo).finally(() => (this.#stopping = null));
    }
    return this.#stopping ?? Promise.resolve();
  }

  async #stopNow(graces: StopGraces, farewellTo: McpSession | null): Promise<void> {
    this.#enter({ kind: "stopping", process: this.process });
    if (farewellTo) await this.#options.farewell(farewellTo);
    const { process } = this;
    // A second stop would kill: at the quit it may have been asked to go during the farewell.
    if (process && !process.asked) await process.stop(graces);
    // Its place among those that run is free only now.
    await process?.gone;
    // A start that was under way ends by it, and no other one begins before this is over.
    await this.#starting?.catch(() => {});
    this.#enter({ kind: "exited" });
  }

  #enter(state: LifecycleState): void {
    this.#state = state;
    this.changed.fire();
  }
}

function sessionOf(state: LifecycleState): McpSession | null {
  return "session" in state ? state.session : null;
}

function asError({ code, message }: Failure): AppError {
  return new AppError(code, message);
}
