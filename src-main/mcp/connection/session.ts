import { pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import {
  ListRootsRequestSchema,
  ToolListChangedNotificationSchema,
  type Implementation,
} from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { AppError, isAbort, messageOf } from "../../base/errors.ts";
import type { SupervisedProcess } from "../../process/supervised-process.ts";
import { ConnectionLost, ProcessTransport } from "./process-transport.ts";

/** Anything, as the server sent it: the SDK's own schemas drop what they do not know (M14). */
const asSent = z.looseObject({});
type AsSent = z.infer<typeof asSent>;

/** The largest time that a timer takes. Our own timers decide; the SDK's must not. In milliseconds. */
const NEVER_MS = 2_147_483_647;

/** However often progress is told, a call ends after this many times its timeout (M10). */
const TOTAL_TIMEOUT_FACTOR = 10;

export interface CallOptions {
  readonly signal: AbortSignal;
  /** Without an answer or progress for this long the call has timed out. */
  readonly timeoutMs: number;
  readonly onProgress?: (text: string) => void;
}

/** The client's side of one MCP session with a running server. */
export class McpSession {
  /** Resolves when the server cannot be talked to any more, whether or not its process has ended. */
  readonly closed: Promise<void>;
  readonly #client: Client;

  private constructor(client: Client) {
    this.#client = client;
    this.closed = new Promise((resolve) => (client.onclose = resolve));
  }

  /** Shakes hands. Throws an `AppError` `server-start-timeout`, or an error when the connection closes. */
  static async open(
    process: SupervisedProcess,
    options: {
      readonly workspace: string;
      readonly appVersion: string;
      readonly timeoutMs: number;
    },
  ): Promise<McpSession> {
    const client = new Client(
      { name: "pilothouse", version: options.appVersion } satisfies Implementation,
      { capabilities: { roots: {} } },
    );
    client.setRequestHandler(ListRootsRequestSchema, () => ({
      roots: [{ uri: pathToFileURL(options.workspace).href, name: "workspace" }],
    }));
    const session = new McpSession(client);
    const connecting = client.connect(new ProcessTransport(process), { timeout: NEVER_MS });
    await within(connecting, options.timeoutMs, () =>
      startTimeout(process.name, options.timeoutMs),
    );
    return session;
  }

  /** One page of the server's list of tools, as it sent it; without a cursor the first. */
  toolsPage(cursor: string | undefined, options: CallOptions): Promise<AsSent> {
    return this.#request("tools/list", cursor === undefined ? {} : { cursor }, options);
  }

  /** From now on the listener hears when the server says that its tools are others (M7). */
  onToolsChanged(listener: () => void): void {
    this.#client.setNotificationHandler(ToolListChangedNotificationSchema, listener);
  }

  /** Whether the server promises to say when its tools change. */
  get tellsOfTools(): boolean {
    return this.#client.getServerCapabilities()?.tools?.listChanged === true;
  }

  /** What the server said of itself. */
  get serverInfo(): unknown {
    return this.#client.getServerVersion();
  }

  /**
   * The result as the server sent it. Throws `CallTimeout`, the signal's abort, an error of the
   * server's as `ServerError`, or `ConnectionLost`.
   */
  callTool(
    tool: string,
    args: Readonly<Record<string, unknown>>,
    options: CallOptions,
  ): Promise<AsSent> {
    return this.#request("tools/call", { name: tool, arguments: args }, options);
  }

  /** False when a living server does not even answer a ping in time (M12). */
  async answersPing(timeoutMs: number): Promise<boolean> {
    return await this.#client.ping({ timeout: timeoutMs }).then(
      () => true,
      () => false,
    );
  }

  /**
   * One request with a life of its own: the turn's signal lives on after it, and the SDK would
   * cancel a request that was answered long ago. An abort sends `notifications/cancelled` (M10).
   */
  async #request(
    method: string,
    params: Record<string, unknown>,
    options: CallOptions,
  ): Promise<AsSent> {
    options.signal.throwIfAborted();
    const own = new AbortController();
    const stop = () => own.abort("stopped");
    options.signal.addEventListener("abort", stop, { once: true });
    const timer = new ProgressTimer(options.timeoutMs, () => own.abort("timed out"));
    try {
      return await this.#client.request({ method, params }, asSent, {
        signal: own.signal,
        timeout: NEVER_MS,
        onprogress: (progress) => {
          timer.reset();
          options.onProgress?.(describeProgress(progress));
        },
      });
    } catch (error) {
      if (isAbort(error, options.signal))
        throw new DOMException("The call was stopped.", "AbortError");
      if (timer.expired) throw new CallTimeout(options.timeoutMs);
      if (!this.#client.transport) throw new ConnectionLost("The connection is closed.");
      throw serverErrorOf(error);
    } finally {
      timer.clear();
      options.signal.removeEventListener("abort", stop);
    }
  }
}

/** No answer and no progress within the time. */
export class CallTimeout extends Error {
  readonly timeoutMs: number;

  constructor(timeoutMs: number) {
    super(`timed out after ${Math.round(timeoutMs / 1_000)}s`);
    this.timeoutMs = timeoutMs;
  }
}

/** A JSON-RPC error, word for word (M14). */
export class ServerError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** The SDK puts its own words before the server's message. */
function serverErrorOf(error: unknown): unknown {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "number")
    return error;
  const message = messageOf(error).replace(/^MCP error -?\d+: /, "");
  return new ServerError(error.code, message, "data" in error ? error.data : undefined);
}

function describeProgress(progress: {
  progress: number;
  total?: number | undefined;
  message?: string | undefined;
}): string {
  if (progress.message) return progress.message;
  return progress.total === undefined
    ? String(progress.progress)
    : `${progress.progress} of ${progress.total}`;
}

function startTimeout(name: string, timeoutMs: number): AppError {
  return new AppError(
    "server-start-timeout",
    `The server "${name}" did not answer within ${Math.round(timeoutMs / 1_000)} s of its start.`,
  );
}

async function within<T>(work: Promise<T>, ms: number, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late()), ms);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}

/** A timeout that progress sets back, up to a total (M10). */
class ProgressTimer {
  readonly #timeoutMs: number;
  readonly #onExpired: () => void;
  readonly #end: number;
  #timer: NodeJS.Timeout;
  expired = false;

  constructor(timeoutMs: number, onExpired: () => void) {
    this.#timeoutMs = timeoutMs;
    this.#onExpired = onExpired;
    this.#end = performance.now() + timeoutMs * TOTAL_TIMEOUT_FACTOR;
    this.#timer = this.#arm();
  }

  reset(): void {
    clearTimeout(this.#timer);
    if (!this.expired) this.#timer = this.#arm();
  }

  clear(): void {
    clearTimeout(this.#timer);
  }

  #arm(): NodeJS.Timeout {
    const left = Math.max(0, this.#end - performance.now());
    return setTimeout(() => this.#expire(), Math.min(this.#timeoutMs, left));
  }

  #expire(): void {
    this.expired = true;
    this.#onExpired();
  }
}
