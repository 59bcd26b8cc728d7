import type { AppEvent } from "../../src-preload/contract/events.ts";
import type { ConversationSummary } from "../../src-preload/model/conversation.ts";
import type { Settings } from "../../src-preload/model/settings.ts";
import type { Client } from "../bridge/client.ts";
import { failureOf } from "../bridge/bridge-error.ts";
import { addressedConversation, addressConversation } from "./address.ts";
import type { AppStore } from "./app-store.ts";
import type { Threads } from "./thread-store.ts";
import type { SettingsSection, ViewStore } from "./view-store.ts";

/** What a person can do that changes more than one store. */
export interface Actions {
  readonly select: (conversationId: string) => void;
  /** Selects a conversation that a request has just made. */
  readonly show: (summary: ConversationSummary) => void;
  /** Selects the conversation that the address names, else the one changed last. */
  readonly showFirst: (conversations: readonly ConversationSummary[]) => void;
  readonly newConversation: () => Promise<void>;
  readonly openSettings: (section: SettingsSection) => void;
  readonly closeSettings: () => void;
  readonly setDraft: (conversationId: string, text: string) => void;
  /** Takes over what a request about the settings answered. */
  readonly settingsChanged: (settings: Settings) => void;
  /** Lets go of what the window keeps about a conversation that is gone. */
  readonly forget: (conversationId: string) => void;
  /** Runs a request whose failure belongs to no place on the screen: it becomes a notice. */
  readonly attempt: (request: () => Promise<unknown>) => Promise<void>;
}

interface Parts {
  readonly client: Client;
  readonly app: AppStore;
  readonly threads: Threads;
  readonly view: ViewStore;
}

export function createActions({ client, app, threads, view }: Parts): Actions {
  const changed = (event: AppEvent): void => app.apply([event]);

  const select = (conversationId: string): void => {
    view.setState({
      selectedId: conversationId,
      settings: null,
      sidebarOver: false,
      enlarged: null,
    });
    addressConversation(conversationId);
    void threads.open(conversationId);
  };

  const attempt = async (request: () => Promise<unknown>): Promise<void> => {
    try {
      await request();
    } catch (error) {
      app.notify(failureOf(error).message);
    }
  };

  const show = (summary: ConversationSummary): void => {
    changed({ type: "conversation-changed", summary });
    select(summary.id);
  };

  return {
    select,
    show,
    attempt,
    showFirst(conversations) {
      const first = firstOf(conversations, addressedConversation());
      if (first) select(first.id);
    },
    newConversation: () => attempt(async () => show(await client.createConversation())),
    openSettings: (section) => view.setState({ settings: section }),
    closeSettings: () => view.setState({ settings: null }),
    setDraft(conversationId, text) {
      view.setState(({ drafts }) => ({ drafts: { ...drafts, [conversationId]: text } }));
    },
    settingsChanged: (settings) => changed({ type: "settings-changed", settings }),
    forget(conversationId) {
      const { [conversationId]: _gone, ...drafts } = view.getState().drafts;
      const wasSelected = view.getState().selectedId === conversationId;
      view.setState(wasSelected ? { drafts, selectedId: null } : { drafts });
      if (wasSelected) addressConversation(null);
    },
  };
}

function firstOf(
  conversations: readonly ConversationSummary[],
  addressed: string | null,
): ConversationSummary | undefined {
  const latest = conversations.toSorted((one, other) => other.updatedAt - one.updatedAt)[0];
  return conversations.find(({ id }) => id === addressed) ?? latest;
}
