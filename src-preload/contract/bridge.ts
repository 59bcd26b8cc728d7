import type { Envelope } from "./envelope.ts";
import type { AppEvent } from "./events.ts";
import type { RequestInput, RequestName, RequestOutput } from "./requests.ts";

/** What the window finds as `window.pilothouse`: one function a request, and the events (S13). */
export type Bridge = {
  readonly [N in RequestName]: (input: RequestInput<N>) => Promise<Envelope<RequestOutput<N>>>;
} & {
  /** Calls the listener with each batch of events; returns the way to stop. */
  readonly onEvents: (listener: (events: readonly AppEvent[]) => void) => () => void;
};
