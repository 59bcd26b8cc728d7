import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage, RequestId } from "@modelcontextprotocol/sdk/types.js";
import type { SupervisedProcess } from "../../process/supervised-process.ts";
import { LineFramer } from "./line-framer.ts";
import { readFrame, readOversized } from "./read-frame.ts";

/** Longest line that is taken, in bytes: a picture of a very long page is one line of 118 MB (M13). */
export const MAX_LINE_BYTES = 128 * 1024 * 1024;

/**
 * How long the end of a process may come after the first sign of it, a pipe that is closed, in
 * milliseconds. Whoever closes a pipe and lives on longer cannot be talked to any more.
 */
export const EXIT_FOLLOWS_MS = 500;

/** The server cannot be talked to any more; its process has ended or is about to. */
export class ConnectionLost extends Error {}

/**
 * MCP over the pipes of a supervised process. In place of the SDK's own: that one ends the server
 * at 10 MiB, takes quadratic time, and learns of an exit only when every grandchild is gone too.
 */
export class ProcessTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;

  readonly #process: SupervisedProcess;
  readonly #incoming: JSONRPCMessage[] = [];
  /** Requests of ours that have no answer yet. */
  readonly #waiting = new Set<RequestId>();
  #delivering = false;
  #strayLines = 0;

  constructor(process: SupervisedProcess) {
    this.#process = process;
  }

  /** Lines on stdout that were no JSON-RPC: counted and dropped (S48). */
  get strayLines(): number {
    return this.#strayLines;
  }

  start(): Promise<void> {
    const framer = new LineFramer(
      MAX_LINE_BYTES,
      (line) => this.#take(readFrame(line)),
      (line) =>
        this.#take([readOversized(line, this.#waiting)].filter((message) => message !== null)),
    );
    this.#process.stdout.on("data", (chunk: Buffer) => framer.push(chunk));
    this.#process.stdout.once("end", () => void this.#closeOnceDelivered());
    void this.#process.exited.then(() => this.#closeOnceDelivered());
    return Promise.resolve();
  }

  /** Resolves when the message is written; throws `ConnectionLost` when the server reads no more. */
  async send(message: JSONRPCMessage): Promise<void> {
    const line = `${JSON.stringify(message)}\n`;
    this.#countAsked(message);
    await new Promise<void>((resolve, reject) => {
      this.#process.stdin.write(line, (error) => {
        if (!error) return resolve();
        void this.#closeUnlessItEnds();
        reject(new ConnectionLost("The server reads no more.", { cause: error }));
      });
    });
  }

  /** The process is the connection's to stop, not the session's. */
  close(): Promise<void> {
    this.onclose?.();
    return Promise.resolve();
  }

  #countAsked(message: JSONRPCMessage): void {
    if (!("method" in message)) return;
    if ("id" in message) this.#waiting.add(message.id);
    // Nobody waits for what was cancelled, and it may never be answered.
    const given = message.method === "notifications/cancelled" && message.params?.["requestId"];
    if (typeof given === "number" || typeof given === "string") this.#waiting.delete(given);
  }

  #take(messages: readonly JSONRPCMessage[]): void {
    if (messages.length === 0) this.#strayLines += 1;
    for (const message of messages) {
      if (!("method" in message) && message.id !== undefined) this.#waiting.delete(message.id);
    }
    this.#incoming.push(...messages);
    void this.#deliver();
  }

  /**
   * One message a microtask: the SDK handles a notification in one, and would drop progress that
   * came in the same chunk as the result (M15).
   */
  async #deliver(): Promise<void> {
    if (this.#delivering) return;
    this.#delivering = true;
    for (let next = this.#incoming.shift(); next; next = this.#incoming.shift()) {
      this.#handOn(next);
      await Promise.resolve();
      await Promise.resolve();
    }
    this.#delivering = false;
  }

  /** A message that the SDK stumbles over costs that message alone. */
  #handOn(message: JSONRPCMessage): void {
    try {
      this.onmessage?.(message);
    } catch (error) {
      this.onerror?.(error as Error);
    }
  }

  /** A process that ends may have said something before that is still in its pipe. */
  async #closeUnlessItEnds(): Promise<void> {
    if (!(await this.#process.exitWithin(EXIT_FOLLOWS_MS))) await this.#closeOnceDelivered();
  }

  async #closeOnceDelivered(): Promise<void> {
    while (this.#delivering) await Promise.resolve();
    this.onclose?.();
  }
}
