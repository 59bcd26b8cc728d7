import type { JSONRPCMessage, JSONRPCRequest, RequestId } from "@modelcontextprotocol/sdk/types.js";

/** By it a request of this app's is known on the wire, in a server's log and in the record. */
const PREFIX = "pilothouse-";

export type WireId = `${typeof PREFIX}${number}`;

export function isWireId(id: string): id is WireId {
  return id.startsWith(PREFIX);
}

/** One count for the whole run: no two requests have the same id, whichever server they went to. */
let lastId = 0;

/**
 * The ids of our requests (M10). The SDK numbers the requests of each session from 0 and takes no id
 * from outside, so its numbers are exchanged here, at the border: in requests, their progress tokens
 * and cancellations on the way out, in answers and progress on the way in. An id is used once in a run,
 * so what a server says too late, or of itself, can be meant for no other call.
 */
export class WireIds {
  /** Requests that have no answer yet, by the id on the wire. */
  readonly #waiting = new Map<WireId, Asked>();
  readonly #byOwn = new Map<RequestId, WireId>();

  /** The ids that an answer may have now. */
  get waiting(): ReadonlySet<WireId> {
    return new Set(this.#waiting.keys());
  }

  get size(): number {
    return this.#waiting.size;
  }

  /** The only one that waits; null when there are none or several. */
  get only(): WireId | null {
    const [only] = this.#waiting.size === 1 ? this.#waiting.keys() : [];
    return only ?? null;
  }

  /** As it goes out. A request waits from now on; one that is cancelled waits no more. */
  outgoing(message: JSONRPCMessage): JSONRPCMessage {
    if (!("method" in message)) return message;
    if ("id" in message) return this.#request(message, message.id);
    if (message.method !== "notifications/cancelled") return message;
    const requestId = this.#give(message.params?.["requestId"] as RequestId);
    return { ...message, params: { ...message.params, requestId } };
  }

  /** An answer, as the SDK takes it; null when nobody waits for it. */
  answer(message: JSONRPCMessage, id: unknown): JSONRPCMessage | null {
    const asked = this.#waiting.get(id as WireId);
    if (asked === undefined) return null;
    this.#give(asked.own);
    const answer = { ...message, id: asked.own };
    return "result" in answer
      ? { ...answer, result: wrapped(answer.result, asked.method) }
      : answer;
  }

  /** The SDK's number for a progress token; null when nobody waits for it. */
  tokenOf(progressToken: unknown): RequestId | null {
    return this.#waiting.get(progressToken as WireId)?.own ?? null;
  }

  #request(message: JSONRPCRequest, own: RequestId): JSONRPCMessage {
    lastId += 1;
    const id: WireId = `${PREFIX}${lastId}`;
    this.#waiting.set(id, { own, method: message.method });
    this.#byOwn.set(own, id);
    return { ...message, ...withToken(message, id), id } as JSONRPCMessage;
  }

  #give(own: RequestId): RequestId {
    const id = this.#byOwn.get(own);
    if (id === undefined) return own;
    this.#byOwn.delete(own);
    this.#waiting.delete(id);
    return id;
  }
}

interface Asked {
  /** The SDK's number. */
  readonly own: RequestId;
  readonly method: string;
}

type Result = Readonly<Record<string, unknown>>;

/**
 * A result under one member, so that the SDK sees nothing of it: of what its schema does not allow, as
 * of `_meta` that is no object, it would drop the whole answer, and what it takes for a task it keeps.
 */
function wrapped(result: Result, method: string): { [member: string]: unknown } {
  if (method === "ping") return {};
  if (method !== "initialize") return { [WRAPPED]: result };
  const { _meta: _dropped, ...rest } = result;
  return rest;
}

const WRAPPED = "asSent";

/** The result as the server sent it. */
export function unwrapped(answer: Result): Result {
  return answer[WRAPPED] as Result;
}

interface WithParams {
  readonly params?: { readonly _meta?: { readonly progressToken?: unknown } };
}

/** Its progress is told under the id of the request. */
function withToken(message: JSONRPCMessage, id: WireId): object {
  const { params } = message as WithParams;
  if (params?._meta?.progressToken === undefined) return {};
  return { params: { ...params, _meta: { ...params._meta, progressToken: id } } };
}
