import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";

/** JSON-RPC's code for an answer that makes no sense. */
export const INTERNAL_ERROR = -32_603;

/**
 * How many requests and notifications of one batch are taken. Answers are taken all: a call waits for
 * each. A batch of a million is no honest one.
 */
const MAX_CALLS_IN_BATCH = 1_000;

/** An error, perhaps without the id of the call that it answers. */
export type ErrorMessage = JSONRPCMessage & { readonly error: object };

type Frame = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Frame =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/**
 * The messages of one line, in their order; none when it is no JSON-RPC. The SDK drops whatever its strict schema does not know, and the caller
 * would wait for its timeout: so members that JSON-RPC does not know are left out here, batches are
 * taken apart, and an odd answer becomes a proper one (M14).
 */
export function readFrame(line: string): readonly JSONRPCMessage[] {
  const parsed = parse(line);
  if (Array.isArray(parsed)) return takeApart(parsed.filter(isObject));
  const message = isObject(parsed) ? toMessage(parsed) : null;
  return message ? [message] : [];
}

function takeApart(frames: readonly Frame[]): readonly JSONRPCMessage[] {
  let calls = 0;
  const isTaken = (frame: Frame) => {
    if (typeof frame["method"] === "string") calls += 1;
    return typeof frame["method"] !== "string" || calls <= MAX_CALLS_IN_BATCH;
  };
  return frames.filter(isTaken).flatMap((frame) => toMessage(frame) ?? []);
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function idOf({ id }: Frame): string | number | null {
  return typeof id === "string" || typeof id === "number" ? id : null;
}

function toMessage(frame: Frame): JSONRPCMessage | null {
  const { method, result, error } = frame;
  const id = idOf(frame);
  if (typeof method === "string") return toCallOf(frame, method);
  if (error !== undefined && error !== null) return withId(failure(error), id);
  if (id === null) return null;
  if (!("result" in frame)) {
    return withId(failureOf(INTERNAL_ERROR, "The answer holds neither a result nor an error."), id);
  }
  return { jsonrpc: "2.0", id, result: toResult(result) };
}

/** A request or notification of the server's. */
function toCallOf(frame: Frame, method: string): JSONRPCMessage {
  const params = isObject(frame["params"]) ? { params: frame["params"] } : {};
  const id = idOf(frame);
  return { jsonrpc: "2.0", ...(id === null ? {} : { id }), method, ...params };
}

/** A result is an object; whatever else is sent as one is taken for its text. */
function toResult(result: unknown): Record<string, unknown> {
  if (isObject(result)) return result as Record<string, unknown>;
  if (result === null) return {};
  const text = typeof result === "string" ? result : JSON.stringify(result);
  return { content: [{ type: "text", text }] };
}

/** Code, message and data as the server sent them; what JSON-RPC does not allow goes into the data. */
function failure(error: unknown): ErrorMessage {
  const sent = isObject(error) ? error : {};
  const code = Number.isSafeInteger(sent["code"]) ? (sent["code"] as number) : INTERNAL_ERROR;
  const text = typeof error === "string" ? error : sent["message"];
  const message = typeof text === "string" ? text : `An error without words: ${shortly(error)}`;
  return failureOf(code, message, code === sent["code"] ? sent["data"] : error);
}

/** An error that names no call yet. */
export function failureOf(code: number, message: string, data?: unknown): ErrorMessage {
  const error = { code, message, ...(data === undefined ? {} : { data }) };
  return { jsonrpc: "2.0", error };
}

/** An error that names no call may still be the answer to the only one (JSON-RPC's `id: null`). */
function withId(message: ErrorMessage, id: string | number | null): JSONRPCMessage {
  return id === null ? message : { ...message, id };
}

/** Most of it that is of use in a sentence, in characters. */
const SHORT_CHARS = 300;

function shortly(value: unknown): string {
  return JSON.stringify(value).slice(0, SHORT_CHARS);
}
