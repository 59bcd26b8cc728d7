import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import type { OversizedLine } from "./line-framer.ts";

/** JSON-RPC's code for an answer that makes no sense. */
const INTERNAL_ERROR = -32_603;

type Frame = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Frame =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/**
 * The messages of one line, in order; none when it is no JSON. The SDK drops whatever its strict
 * schema does not know, and the caller would wait for its timeout: so members that JSON-RPC does
 * not know are left out here, batches are taken apart, and an odd answer becomes a proper one (M14).
 */
export function readFrame(line: string): readonly JSONRPCMessage[] {
  const parsed = parse(line);
  const frames = Array.isArray(parsed) ? parsed : [parsed];
  return frames.filter(isObject).flatMap(toMessage);
}

/**
 * An answer for the call whose line was too long: the one whose id is found in what was kept, else
 * the only one that waits (M13). Null when it is nobody's.
 */
export function readOversized(
  { bytes, head, tail }: OversizedLine,
  waiting: ReadonlySet<string | number>,
): JSONRPCMessage | null {
  const [beforeResult = ""] = head.split(/"(?:result|error)"\s*:/, 1);
  // A message of the server's own answers nobody.
  if (/"method"\s*:/.test(beforeResult)) return null;
  // Only before and after the result: what stands inside it may have an `id` of any kind.
  const named = [...idsIn(beforeResult), ...idsIn(tail).reverse()].find((id) => waiting.has(id));
  const [only] = waiting.size === 1 ? waiting : [];
  const id = named ?? only;
  if (id === undefined) return null;
  const message = `The answer was ${bytes} bytes long, which is more than this app takes.`;
  return failure(id, { code: INTERNAL_ERROR, message });
}

function idsIn(text: string): (string | number)[] {
  const ids = [...text.matchAll(/"id"\s*:\s*(\d+|"(?:[^"\\]|\\.)*")/g)];
  return ids.map(([, id = ""]) => asId(JSON.parse(id) as string | number));
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function toMessage(frame: Frame): readonly JSONRPCMessage[] {
  const { id, method } = frame;
  if (typeof method === "string") return [toCallOf(frame, method)];
  if (typeof id !== "string" && typeof id !== "number") return [];
  if (frame["error"] !== undefined && frame["error"] !== null) return [failure(id, frame["error"])];
  const result = isObject(frame["result"]) ? frame["result"] : {};
  return [{ jsonrpc: "2.0", id: asId(id), result }];
}

/** A request or notification of the server's. */
function toCallOf(frame: Frame, method: string): JSONRPCMessage {
  const params = isObject(frame["params"]) ? { params: frame["params"] } : {};
  const { id } = frame;
  const request = typeof id === "string" || typeof id === "number" ? { id } : {};
  return { jsonrpc: "2.0", ...request, method, ...params };
}

/** Code, message and data as the server sent them; what JSON-RPC does not allow goes into the data. */
function failure(id: string | number, error: unknown): JSONRPCMessage {
  const sent = isObject(error) ? error : {};
  const code = Number.isInteger(sent["code"]) ? (sent["code"] as number) : INTERNAL_ERROR;
  const message = typeof sent["message"] === "string" ? sent["message"] : JSON.stringify(error);
  const data = code === sent["code"] ? sent["data"] : error;
  return {
    jsonrpc: "2.0",
    id: asId(id),
    error: { code, message, ...(data === undefined ? {} : { data }) },
  };
}

/** Requests of ours are numbered; some servers answer with the number as a string. */
function asId(id: string | number): string | number {
  return typeof id === "string" && /^\d+$/.test(id) ? Number(id) : id;
}
