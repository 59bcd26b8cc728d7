import { createStore, type StoreApi } from "zustand/vanilla";
import type { AppEvent } from "../../src-preload/contract/events.ts";
import type { AppState } from "../../src-preload/model/app-state.ts";
import type { Failure } from "../../src-preload/model/failure.ts";
import type { Client } from "../bridge/client.ts";
import { failureOf } from "../bridge/bridge-error.ts";
import { applyAppEvent } from "./apply-app-event.ts";

/** A sentence that needs no decision. */
export interface Notice {
  readonly id: number;
  readonly conversationId: string | null;
  readonly message: string;
}

/** Oldest notices go first: more than these on the screen hide what is being read. */
const MAX_NOTICES = 3;

export interface AppSlice {
  /** Null until main has answered. */
  readonly app: AppState | null;
  /** Why main's answer is missing. */
  readonly failure: Failure | null;
  readonly notices: readonly Notice[];
}

export interface AppStore extends StoreApi<AppSlice> {
  /** Reads everything anew; resolves also when main cannot answer, which is then the state. */
  read(): Promise<AppState | null>;
  apply(events: readonly AppEvent[]): void;
  notify(message: string, conversationId?: string | null): void;
  dismiss(noticeId: number): void;
}

export function createAppStore(client: Client): AppStore {
  const store = createStore<AppSlice>(() => ({ app: null, failure: null, notices: [] }));
  let lastNotice = 0;

  const notify = (message: string, conversationId: string | null = null): void => {
    lastNotice += 1;
    const notice = { id: lastNotice, conversationId, message };
    store.setState(({ notices }) => ({ notices: [...notices, notice].slice(-MAX_NOTICES) }));
  };

  return {
    ...store,
    notify,
    async read() {
      try {
        const app = await client.readAppState();
        store.setState({ app, failure: null });
        return app;
      } catch (error) {
        store.setState({ failure: failureOf(error) });
        return null;
      }
    },
    apply(events) {
      store.setState(({ app }) => ({ app: app && events.reduce(applyAppEvent, app) }));
      for (const event of events) {
        if (event.type === "notice") notify(event.message, event.conversationId);
      }
    },
    dismiss(noticeId) {
      store.setState(({ notices }) => ({ notices: notices.filter(({ id }) => id !== noticeId) }));
    },
  };
}
