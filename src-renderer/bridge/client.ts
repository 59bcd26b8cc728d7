import type { Bridge } from "../../src-preload/contract/bridge.ts";
import type { Envelope } from "../../src-preload/contract/envelope.ts";
import {
  requests,
  type RequestInput,
  type RequestName,
  type RequestOutput,
} from "../../src-preload/contract/requests.ts";
import { BridgeError } from "./bridge-error.ts";

type Arguments<N extends RequestName> =
  RequestInput<N> extends undefined
    ? []
    : undefined extends RequestInput<N>
      ? [input?: RequestInput<N>]
      : [input: RequestInput<N>];

/** The bridge without envelopes: each request resolves to its value or rejects with a {@link BridgeError}. */
export type Client = {
  readonly [N in RequestName]: (...input: Arguments<N>) => Promise<RequestOutput<N>>;
} & Pick<Bridge, "onEvents">;

export function createClient(bridge: Bridge): Client {
  const send = bridge as unknown as Record<string, (input: unknown) => Promise<Envelope<unknown>>>;
  const unwrapped = Object.keys(requests).map((name) => [
    name,
    async (input?: unknown) => unwrap(await send[name]?.(input)),
  ]);
  return { ...Object.fromEntries(unwrapped), onEvents: bridge.onEvents } as Client;
}

function unwrap(envelope: Envelope<unknown> | undefined): unknown {
  if (envelope?.ok) return envelope.value;
  throw envelope ? new BridgeError(envelope.error) : new Error("The bridge lacks a request.");
}
