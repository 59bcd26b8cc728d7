import { createStore, type StoreApi } from "zustand/vanilla";
import type { AppEvent } from "../../src-preload/contract/events.ts";
import type { Failure } from "../../src-preload/model/failure.ts";
import type { Client } from "../bridge/client.ts";
import { failureOf } from "../bridge/bridge-error.ts";
import { applyThreadEvent, conversationOf } from "./apply-thread-event.ts";
import { threadOf, withNote, type Thread, type ThreadNote } from "./thread.ts";

/** Threads kept up to date in memory, so that going back to one shows it at once. */
const MAX_OPEN_THREADS = 8;

export interface ThreadSlice {
  /** Null until main has answered. */
  readonly thread: Thread | null;
  readonly failure: Failure | null;
}

export type ThreadStore = StoreApi<ThreadSlice>;

export interface Threads {
  /** The store of a conversation; reads nothing by itself. */
  of(conversationId: string): ThreadStore;
  /** Reads the conversation anew; what is known of it stays in sight until then. */
  open(conversationId: string): Promise<void>;
  apply(events: readonly AppEvent[]): void;
  /** Shows what a command came to; nothing happens in a conversation that is not open. */
  note(conversationId: string, note: Pick<ThreadNote, "command" | "text">): void;
}

export function createThreads(client: Client): Threads {
  // In the order of use: the first is the one that was looked at longest ago.
  const stores = new Map<string, ThreadStore>();

  const of = (conversationId: string): ThreadStore => {
    const known = stores.get(conversationId);
    if (known) return known;
    const store = createStore<ThreadSlice>(() => ({ thread: null, failure: null }));
    stores.set(conversationId, store);
    return store;
  };

  const touch = (conversationId: string): ThreadStore => {
    const store = of(conversationId);
    stores.delete(conversationId);
    stores.set(conversationId, store);
    const [oldest] = stores.keys();
    if (stores.size > MAX_OPEN_THREADS && oldest !== undefined) stores.delete(oldest);
    return store;
  };

  return {
    of,
    async open(conversationId) {
      const store = touch(conversationId);
      try {
        const snapshot = await client.openConversation({ conversationId });
        const notes = store.getState().thread?.notes ?? [];
        store.setState({ thread: { ...threadOf(snapshot), notes }, failure: null });
      } catch (error) {
        store.setState({ failure: failureOf(error) });
      }
    },
    apply(events) {
      for (const [conversationId, own] of byConversation(events)) {
        if (own.some(({ type }) => type === "conversation-deleted")) stores.delete(conversationId);
        else applyTo(stores.get(conversationId), own);
      }
    },
    note(conversationId, note) {
      const store = of(conversationId);
      store.setState(({ thread }) => ({ thread: thread && withNote(thread, note) }));
    },
  };
}

function byConversation(events: readonly AppEvent[]): ReadonlyMap<string, readonly AppEvent[]> {
  const groups = new Map<string, AppEvent[]>();
  for (const event of events) {
    const id = conversationOf(event);
    if (id === null) continue;
    const group = groups.get(id);
    if (group) group.push(event);
    else groups.set(id, [event]);
  }
  return groups;
}

/** One change a batch, so that a batch is drawn once. */
function applyTo(store: ThreadStore | undefined, events: readonly AppEvent[]): void {
  const thread = store?.getState().thread;
  if (!store || !thread) return;
  const now = Date.now();
  store.setState({
    thread: events.reduce((grown, event) => applyThreadEvent(grown, event, now), thread),
  });
}
