import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";

/** Messages that wait together before progress takes the place of the progress before it. */
const BURST = 50;

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
    // Of a storm only the newest is of interest: the older ones are told by it too.
    if (this.#messages.length > BURST && last && isSameProgress(last, message)) {
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

function isSameProgress(one: JSONRPCMessage, other: JSONRPCMessage): boolean {
  const token = progressTokenOf(one);
  return token !== undefined && token === progressTokenOf(other);
}

/** Undefined for anything but progress. */
export function progressTokenOf(message: JSONRPCMessage): unknown {
  if (!("method" in message) || message.method !== "notifications/progress") return undefined;
  return message.params?.["progressToken"];
}
