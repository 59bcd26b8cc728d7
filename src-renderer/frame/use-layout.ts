import { useView, useWindowState } from "../state/window-state-context.tsx";
import { layoutOf, panelToggled, sidebarToggled, type Layout } from "./layout.ts";
import { useWindowWidth } from "./use-window-width.ts";

interface LayoutControl {
  readonly layout: Layout;
  readonly togglePanel: () => void;
  readonly toggleSidebar: () => void;
  /** Closes what lies over the thread; false when nothing does. */
  readonly closeOverlay: () => boolean;
}

export function useLayout(): LayoutControl {
  const { view } = useWindowState();
  const width = useWindowWidth();
  const wishes = useView((known) => known);
  const layout = layoutOf(width, wishes);
  return {
    layout,
    togglePanel: () => view.setState(panelToggled(width, view.getState())),
    toggleSidebar: () => view.setState(sidebarToggled(width, view.getState())),
    closeOverlay() {
      if (layout.sidebar === "over") view.setState({ sidebarOver: false });
      else if (layout.panel === "over") view.setState({ panelOver: false });
      else return false;
      return true;
    },
  };
}
