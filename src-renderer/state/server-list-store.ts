import { createStore, type StoreApi } from "zustand/vanilla";
import type { AppEvent } from "../../src-preload/contract/events.ts";
import type { Failure } from "../../src-preload/model/failure.ts";
import type { ServerList } from "../../src-preload/model/server-entry.ts";
import type { Client } from "../bridge/client.ts";
import { failureOf } from "../bridge/bridge-error.ts";

export interface ServerListSlice {
  /** Null until main has answered. */
  readonly list: ServerList | null;
  readonly failure: Failure | null;
}

/** The person's own servers as the window knows them (M1). */
export interface ServerListStore extends StoreApi<ServerListSlice> {
  /** Reads them anew; resolves also when main cannot answer, which is then the state. */
  read(): Promise<void>;
  /** Takes over what a request about them answered. */
  readonly take: (list: ServerList) => void;
  apply(events: readonly AppEvent[]): void;
}

export function createServerListStore(client: Client): ServerListStore {
  const store = createStore<ServerListSlice>(() => ({ list: null, failure: null }));
  const take = (list: ServerList): void => store.setState({ list, failure: null });
  return {
    ...store,
    take,
    async read() {
      try {
        take(await client.listServers());
      } catch (error) {
        store.setState({ failure: failureOf(error) });
      }
    },
    apply(events) {
      for (const event of events) {
        if (event.type === "server-list-changed") take(event.servers);
      }
    },
  };
}
