import { pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import {
  ToolListChangedNotificationSchema,
  type Implementation,
} from "@modelcontextprotocol/sdk/types.js";
import { AppError } from "../../base/errors.ts";
import { atMost } from "../../base/waiting.ts";
import type { SupervisedProcess } from "../../process/supervised-process.ts";
import { CallInFlight, type CallOptions } from "./call-in-flight.ts";
import { CallWatch, MAX_TIMER_MS } from "./call-watch.ts";
import type { AsSent } from "./own-requests.ts";
import { ConnectionLost, ProcessTransport, type WireOptions } from "./process-transport.ts";
import type { StartPatience } from "./start-patience.ts";

export interface SessionOptions extends WireOptions {
  readonly workspace: string;
  readonly appVersion: string;
  /** For the whole handshake. */
  readonly patience: StartPatience;
}

export type { CallOptions } from "./call-in-flight.ts";
export { ServerError } from "./own-requests.ts";

/** The client's side of one MCP session with a running server. */
export class McpSession {
  /** Resolves when the server cannot be talked to any more, whether or not its process has ended. */
  readonly closed: Promise<void>;
  readonly #client: Client;
  readonly #transport: ProcessTransport;
  readonly #watch = new CallWatch<CallInFlight>({
    onExpired: (call) =>
      this.#transport.cancel(call.id, "timed out", new CallTimeout(call.timeoutMs)),
    onAborted: ({ id }) =>
      this.#transport.cancel(
        id,
        "stopped",
        new DOMException("The call was stopped.", "AbortError"),
      ),
  });

  private constructor(client: Client, transport: ProcessTransport) {
    this.#client = client;
    this.#transport = transport;
    this.closed = new Promise((resolve) => (client.onclose = resolve));
    void this.closed.then(() => this.#watch.dispose());
  }

  /** Shakes hands. Throws an `AppError` `server-start-timeout`, or an error when the connection closes. */
  static async open(process: SupervisedProcess, options: SessionOptions): Promise<McpSession> {
    const client = new Client(
      { name: "pilothouse", version: options.appVersion } satisfies Implementation,
      { capabilities: { roots: {} } },
    );
    const answerTo = (method: string) => answerToServer(method, options.workspace);
    const transport = new ProcessTransport(process, { ...options, answerTo });
    const session = new McpSession(client, transport);
    const connecting = client.connect(transport, { timeout: MAX_TIMER_MS });
    await inTime(connecting, options.patience, process.name);
    return session;
  }

  /** One page of the server's list of tools, as it sent it; without a cursor the first. */
  toolsPage(cursor: string | undefined, options: CallOptions): Promise<AsSent> {
    const call = new CallInFlight(options);
    const page = cursor === undefined ? {} : { cursor };
    return this.#request("tools/list", { ...page, _meta: { progressToken: call.id } }, call);
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
    const call = new CallInFlight(options);
    const params = { name: tool, arguments: args, _meta: { progressToken: call.id } };
    return this.#request("tools/call", params, call);
  }

  /** False when a living server does not even answer a ping in time (M12). */
  async answersPing(timeoutMs: number): Promise<boolean> {
    return await this.#client.ping({ timeout: timeoutMs }).then(
      () => true,
      () => false,
    );
  }

  /** A request with its progress and its times; an abort sends `notifications/cancelled` (M10). */
  async #request(method: string, params: AsSent, call: CallInFlight): Promise<AsSent> {
    call.signal.throwIfAborted();
    if (!this.#client.transport) throw new ConnectionLost("The connection is closed.");
    const answer = this.#transport.ask(method, params, call);
    this.#watch.add(call);
    try {
      return await answer;
    } finally {
      // The turn's signal lives on after it: what was answered is not to be cancelled any more.
      this.#watch.delete(call);
      call.end();
    }
  }
}

/** What a server may ask of the app, and what it is told; null for all else (M16). */
function answerToServer(method: string, workspace: string): Record<string, unknown> | null {
  if (method === "ping") return {};
  if (method !== "roots/list") return null;
  return { roots: [{ uri: pathToFileURL(workspace).href, name: "workspace" }] };
}

/** No answer and no progress within the time. */
export class CallTimeout extends Error {
  readonly timeoutMs: number;

  constructor(timeoutMs: number) {
    super(`timed out after ${Math.round(timeoutMs / 1_000)}s`);
    this.timeoutMs = timeoutMs;
  }
}

async function inTime(
  work: Promise<unknown>,
  patience: StartPatience,
  name: string,
): Promise<void> {
  for (let ms = patience.next(); ms > 0; ms = patience.next()) {
    if (await atMost(ms, work)) return;
  }
  throw new AppError(
    "server-start-timeout",
    `The server "${name}" did not answer within ${Math.round(patience.spentMs / 1_000)} s of its start.`,
  );
}
