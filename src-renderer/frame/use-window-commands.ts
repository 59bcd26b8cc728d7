import { nextWaiting, neighbour } from "../features/conversations/group-conversations.ts";
import { useCommands } from "../keys/use-commands.ts";
import { useApp, useView, useWindowState } from "../state/window-state-context.tsx";
import { useIsCovered } from "../components/covers.ts";
import { focusRegion } from "./regions.ts";
import { useLayout } from "./use-layout.ts";

/** The keys that work in the whole window. Under a dialog or a sheet they are not meant. */
export function useWindowCommands(): void {
  const { actions } = useWindowState();
  const conversations = useApp((app) => app.conversations);
  const selectedId = useView((view) => view.selectedId);
  const isCovered = useIsCovered();
  const { togglePanel, toggleSidebar, closeOverlay } = useLayout();

  const go = (target: { readonly id: string } | undefined): boolean => {
    if (target) actions.select(target.id);
    return target !== undefined;
  };
  const handlers = {
    newConversation: () => void actions.newConversation(),
    earlierConversation: () => go(neighbour(conversations, selectedId, -1)),
    laterConversation: () => go(neighbour(conversations, selectedId, 1)),
    nextWaiting: () => go(nextWaiting(conversations, selectedId)),
    togglePanel,
    toggleSidebar,
    nextRegion: () => focusRegion(1),
    earlierRegion: () => focusRegion(-1),
    closeTop: closeOverlay,
    settings: () => actions.openSettings("models"),
  };
  useCommands(isCovered ? { settings: actions.closeSettings } : handlers);
}
