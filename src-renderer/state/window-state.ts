import type { AppEvent } from "../../src-preload/contract/events.ts";
import type { Client } from "../bridge/client.ts";
import { createActions, type Actions } from "./actions.ts";
import { createAppStore, type AppStore } from "./app-store.ts";
import { createServerListStore, type ServerListStore } from "./server-list-store.ts";
import { createThreads, type Threads } from "./thread-store.ts";
import { createViewStore, type ViewStore } from "./view-store.ts";

/** All state of one window. Main holds the truth; this is what was read of it. */
export interface WindowState {
  readonly client: Client;
  readonly app: AppStore;
  readonly threads: Threads;
  readonly ownServers: ServerListStore;
  readonly view: ViewStore;
  readonly actions: Actions;
  /** Listens to events and reads everything; returns the way to stop. */
  start(): () => void;
}

export function createWindowState(client: Client): WindowState {
  const app = createAppStore(client);
  const threads = createThreads(client);
  const ownServers = createServerListStore(client);
  const view = createViewStore();
  const actions = createActions({ client, app, threads, view });

  const apply = (events: readonly AppEvent[]): void => {
    app.apply(events);
    threads.apply(events);
    ownServers.apply(events);
    for (const event of events) {
      if (event.type === "conversation-deleted") actions.forget(event.conversationId);
    }
  };

  return {
    client,
    app,
    threads,
    ownServers,
    view,
    actions,
    start() {
      // Before the first read: an event between the two would be lost otherwise.
      const stop = client.onEvents(apply);
      void app.read().then((read) => read && actions.showFirst(read.conversations));
      return stop;
    },
  };
}
