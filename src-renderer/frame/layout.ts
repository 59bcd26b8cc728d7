import type { View } from "../state/view-store.ts";

/** From here on three columns have room, in pixels. */
const THREE_COLUMNS_PX = 1280;

/** From here on the sidebar has room for titles, in pixels. */
const FULL_SIDEBAR_PX = 1000;

export const widthQueries = {
  wide: `(min-width: ${THREE_COLUMNS_PX}px)`,
  middle: `(min-width: ${FULL_SIDEBAR_PX}px)`,
} as const;

export type WindowWidth = "wide" | "middle" | "narrow";

export interface Layout {
  readonly sidebar: "full" | "rail" | "over";
  readonly panel: "beside" | "over" | "closed";
}

type Wishes = Pick<View, "panelBeside" | "panelOver" | "sidebarFull" | "sidebarOver">;

/** Where sidebar and panel stand, from the width and what the person opened. */
export function layoutOf(width: WindowWidth, wishes: Wishes): Layout {
  return { sidebar: sidebarOf(width, wishes), panel: panelOf(width, wishes) };
}

function sidebarOf(width: WindowWidth, wishes: Wishes): Layout["sidebar"] {
  if (width === "narrow") return wishes.sidebarOver ? "over" : "rail";
  return wishes.sidebarFull ? "full" : "rail";
}

function panelOf(width: WindowWidth, wishes: Wishes): Layout["panel"] {
  if (width === "wide") return wishes.panelBeside ? "beside" : "closed";
  return wishes.panelOver ? "over" : "closed";
}

/** What to change so that the panel is closed when it is open, and the other way round. */
export function panelToggled(width: WindowWidth, wishes: Wishes): Partial<Wishes> {
  return width === "wide" ? { panelBeside: !wishes.panelBeside } : { panelOver: !wishes.panelOver };
}

export function sidebarToggled(width: WindowWidth, wishes: Wishes): Partial<Wishes> {
  return width === "narrow"
    ? { sidebarOver: !wishes.sidebarOver }
    : { sidebarFull: !wishes.sidebarFull };
}
