import type { AppEvent } from "../../src-preload/contract/events.ts";
import type { AppState } from "../../src-preload/model/app-state.ts";
import type { ConversationSummary } from "../../src-preload/model/conversation.ts";

/** What the window knows of the app after one event. Pure: events that concern only a thread change nothing. */
export function applyAppEvent(app: AppState, event: AppEvent): AppState {
  switch (event.type) {
    case "conversation-changed":
      return { ...app, conversations: withSummary(app.conversations, event.summary) };
    case "conversation-deleted":
      return {
        ...app,
        conversations: app.conversations.filter(({ id }) => id !== event.conversationId),
      };
    case "settings-changed":
      return { ...app, settings: event.settings };
    case "runtime-changed":
      return { ...app, runtime: event.runtime };
    case "records-changed":
      return { ...app, records: event.records };
    case "conversation-reloaded":
    case "message-changed":
    case "message-delta":
    case "tool-call-changed":
    case "turn-changed":
    case "question-asked":
    case "question-settled":
    case "queue-changed":
    case "summary-added":
    case "window-changed":
    case "approval-requested":
    case "approval-settled":
    case "server-changed":
    case "server-removed":
    case "server-list-changed":
    case "notice":
      return app;
  }
}

function withSummary(
  summaries: readonly ConversationSummary[],
  changed: ConversationSummary,
): readonly ConversationSummary[] {
  const known = summaries.some(({ id }) => id === changed.id);
  if (!known) return [changed, ...summaries];
  return summaries.map((summary) => (summary.id === changed.id ? changed : summary));
}
