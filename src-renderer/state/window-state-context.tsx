import { createContext, useContext, type ReactNode } from "react";
import { useStore } from "zustand";
import type { AppState } from "../../src-preload/model/app-state.ts";
import type { Thread } from "./thread.ts";
import type { ThreadSlice } from "./thread-store.ts";
import type { View } from "./view-store.ts";
import type { WindowState } from "./window-state.ts";

const Context = createContext<WindowState | null>(null);
const ThreadContext = createContext<string | null>(null);

export function WindowStateProvider(props: { state: WindowState; children: ReactNode }) {
  return <Context value={props.state}>{props.children}</Context>;
}

/** Says which conversation the components below belong to. */
export function ConversationProvider(props: { conversationId: string; children: ReactNode }) {
  return <ThreadContext value={props.conversationId}>{props.children}</ThreadContext>;
}

export function useWindowState(): WindowState {
  return found(useContext(Context));
}

/** A piece of what is known of the app. Only below the app's frame, which waits until it was read. */
export function useApp<T>(select: (app: AppState) => T): T {
  return useStore(useWindowState().app, ({ app }) => select(found(app)));
}

export function useView<T>(select: (view: View) => T): T {
  return useStore(useWindowState().view, select);
}

export function useConversationId(): string {
  return found(useContext(ThreadContext));
}

export function useThreadSlice<T>(select: (slice: ThreadSlice) => T): T {
  return useStore(useWindowState().threads.of(useConversationId()), select);
}

/** A piece of the open conversation. Only below its view, which waits until it was read. */
export function useThread<T>(select: (thread: Thread) => T): T {
  return useThreadSlice(({ thread }) => select(found(thread)));
}

function found<T>(value: T | null): T {
  if (value === null) throw new Error("A component is used outside the provider that it needs.");
  return value;
}
