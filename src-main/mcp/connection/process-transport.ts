import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import type { SupervisedProcess } from "../../process/supervised-process.ts";
import { LineFramer } from "./line-framer.ts";
import { readFrame, readOversized } from "./read-frame.ts";

/** Longest line that is taken, in bytes: a picture of a very long page is one line of 118 MB (M13). */
export const MAX_LINE_BYTES = 128 * 1024 * 1024;

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
      (line) => this.#take([readOversized(line)].filter((message) => message !== null)),
    );
    this.#process.stdout.on("data", (chunk: Buffer) => framer.push(chunk));
    void this.#process.exited.then(() => this.#closeOnceDelivered());
    return Promise.resolve();
  }

  /** Resolves when the message is written; a process that is gone takes it silently, its exit is told anyway. */
  send(message: JSONRPCMessage): Promise<void> {
    return new Promise((resolve) => {
      this.#process.stdin.write(`${JSON.stringify(message)}\n`, () => resolve());
    });
  }

  /** The process is the connection's to stop, not the session's. */
  close(): Promise<void> {
    this.onclose?.();
    return Promise.resolve();
  }

  #take(messages: readonly JSONRPCMessage[]): void {
    if (messages.length === 0) this.#strayLines += 1;
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
      this.onmessage?.(next);
      await Promise.resolve();
      await Promise.resolve();
    }
    this.#delivering = false;
  }

  async #closeOnceDelivered(): Promise<void> {
    while (this.#delivering) await Promise.resolve();
    this.onclose?.();
  }
}
