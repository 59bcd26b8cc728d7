import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";

/** By it a request of this app's is known on the wire, in a server's log and in the record. */
const PREFIX = "pilothouse-";

export type WireId = `${typeof PREFIX}${number}`;

export function isWireId(id: string): id is WireId {
  return id.startsWith(PREFIX);
}

/** A result, or anything else, as the server sent it. */
export type AsSent = Readonly<Record<string, unknown>>;

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

/** One of the app's own requests, by whoever makes it. */
export interface OwnCall {
  readonly id: WireId;
  /** Called with each progress that the server tells of it. */
  readonly progressed: (params: AsSent) => void;
}

interface Pending {
  readonly resolve: (result: AsSent) => void;
  readonly reject: (error: Error) => void;
  readonly call: OwnCall;
}

/** One count for the whole run: no two requests have the same id, whichever server they went to. */
let lastId = 0;

/** An id for one request. */
export function newWireId(): WireId {
  lastId += 1;
  return `${PREFIX}${lastId}`;
}

/**
 * The app's own requests that have no answer yet (M10). They go past the SDK: it numbers the requests of
 * each session from 0 and takes no id from outside, drops an answer that its schema does not allow, and
 * loses progress that comes with the result. An id is used once in a run, so what a server says too late,
 * or of itself, can be meant for no other call.
 */
export class OwnRequests {
  readonly #pending = new Map<WireId, Pending>();

  /** The ids that an answer may have now. */
  get waiting(): { has: (id: WireId) => boolean } {
    return this.#pending;
  }

  /** The only one that waits; null when there are none or several. */
  get only(): WireId | null {
    const [only] = this.#pending.size === 1 ? this.#pending.keys() : [];
    return only ?? null;
  }

  /** It waits from now on. Rejects with a `ServerError`, or with what it is given up with. */
  add(call: OwnCall): Promise<AsSent> {
    return new Promise((resolve, reject) => {
      this.#pending.set(call.id, { resolve, reject, call });
    });
  }

  /** False when nobody waits for it. */
  settle(id: unknown, message: JSONRPCMessage): boolean {
    const pending = this.#take(id);
    if ("result" in message) pending?.resolve(message.result);
    else if ("error" in message) {
      const { code, message: words, data } = message.error;
      pending?.reject(new ServerError(code, words, data));
    }
    return pending !== undefined;
  }

  /** It waits no more. False when it did not. */
  giveUp(id: WireId, error: Error): boolean {
    const pending = this.#take(id);
    pending?.reject(error);
    return pending !== undefined;
  }

  giveUpAll(error: Error): void {
    for (const id of this.#pending.keys()) this.giveUp(id, error);
  }

  /** What is told of a call that is over is of no use to anybody. */
  progress(params: AsSent): void {
    this.#pending.get(params["progressToken"] as WireId)?.call.progressed(params);
  }

  #take(id: unknown): Pending | undefined {
    const pending = this.#pending.get(id as WireId);
    this.#pending.delete(id as WireId);
    return pending;
  }
}
