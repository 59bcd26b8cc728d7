import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";

/** Messages that wait together before one takes the place of the one before it that says less. */
const BURST = 20;

/**
 * Hands messages on one by one, a microtask apart: the SDK handles a notification in one, and would drop
 * progress that came in the same chunk as the result (M15).
 */
export class IncomingQueue {
  readonly #handOn: (message: JSONRPCMessage) => void;
  #messages: JSONRPCMessage[] = [];
  #delivering: Promise<void> | null = null;

  constructor(handOn: (message: JSONRPCMessage) => void) {
    this.#handOn = handOn;
  }

  add(message: JSONRPCMessage): void {
    const last = this.#messages.at(-1);
    // Of a storm only the newest is of interest: what the older ones told, it tells too.
    if (this.#messages.length > BURST && last && isOvertaken(last, message)) {
      this.#messages[this.#messages.length - 1] = message;
    } else {
      this.#messages.push(message);
    }
    this.#delivering ??= this.#deliver().finally(() => (this.#delivering = null));
  }

  /** Resolves when all that came so far was handed on. */
  async empty(): Promise<void> {
    while (this.#delivering) await this.#delivering;
  }

  async #deliver(): Promise<void> {
    // What comes in one chunk is all there before the first of it is handed on.
    await Promise.resolve();
    while (this.#messages.length > 0) {
      const batch = this.#messages;
      this.#messages = [];
      for (const message of batch) {
        this.#handOn(message);
        await Promise.resolve();
        await Promise.resolve();
      }
    }
  }
}

function isOvertaken(one: JSONRPCMessage, by: JSONRPCMessage): boolean {
  if (!("method" in one && "method" in by) || one.method !== by.method) return false;
  const token = progressTokenOf(one);
  return token === undefined ? !("id" in one) : token === progressTokenOf(by);
}

/** Undefined for anything but progress. */
export function progressTokenOf(message: JSONRPCMessage): unknown {
  if (!("method" in message) || message.method !== "notifications/progress") return undefined;
  return message.params?.["progressToken"];
}
