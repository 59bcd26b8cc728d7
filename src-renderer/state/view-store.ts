import { createStore, type StoreApi } from "zustand/vanilla";

export const settingsSections = [
  "models",
  "servers",
  "browser",
  "approvals",
  "appearance",
  "about",
] as const;
export type SettingsSection = (typeof settingsSections)[number];

/** What the window shows of all there is. None of it outlives the window. */
export interface View {
  readonly selectedId: string | null;
  /** The section in sight; null while the settings are closed. */
  readonly settings: SettingsSection | null;
  /** Whether the server panel stands beside the thread, where there is room for it. */
  readonly panelBeside: boolean;
  /** Whether the server panel lies over the thread, where there is not. */
  readonly panelOver: boolean;
  readonly sidebarFull: boolean;
  readonly sidebarOver: boolean;
  /** What was typed and not sent, by conversation. */
  readonly drafts: Readonly<Record<string, string>>;
  /** Hash of the picture that is shown large. */
  readonly enlarged: string | null;
  /** Whether the list shows only what runs or needs the person. */
  readonly onlyActive: boolean;
}

export type ViewStore = StoreApi<View>;

const firstView: View = {
  selectedId: null,
  settings: null,
  panelBeside: true,
  panelOver: false,
  sidebarFull: true,
  sidebarOver: false,
  drafts: {},
  enlarged: null,
  onlyActive: false,
};

export function createViewStore(): ViewStore {
  return createStore<View>(() => firstView);
}
