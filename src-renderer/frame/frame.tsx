import { useTranslation } from "react-i18next";
import { Sidebar } from "../features/conversations/sidebar.tsx";
import { Welcome } from "../features/onboarding/welcome.tsx";
import { ServerPanel } from "../features/servers/server-panel.tsx";
import { SettingsSheet } from "../features/settings/settings-sheet.tsx";
import { ConversationView } from "../features/thread/conversation-view.tsx";
import { hasOwnModel } from "../state/own-models.ts";
import {
  ConversationProvider,
  useApp,
  useThreadSlice,
  useView,
} from "../state/window-state-context.tsx";
import { Notices } from "./notices.tsx";
import { SoloBar } from "./solo-bar.tsx";
import { TopBar } from "./top-bar.tsx";
import { useLayout } from "./use-layout.ts";
import { useTheme } from "./use-theme.ts";
import { useWindowCommands } from "./use-window-commands.ts";
import { useWindowTitle } from "./use-window-title.ts";

/** The whole window. */
export function Frame() {
  useTheme();
  useWindowTitle();
  useWindowCommands();
  const hasConversations = useApp((app) => app.conversations.length > 0);
  return (
    <>
      {hasConversations ? <Columns /> : <FirstStart />}
      <SettingsSheet />
      <Notices />
    </>
  );
}

function FirstStart() {
  return (
    <div className="solo">
      <SoloBar />
      <main className="main">
        <Welcome />
      </main>
    </div>
  );
}

function Columns() {
  const selectedId = useView((view) => view.selectedId);
  const { layout, togglePanel } = useLayout();
  const panel = selectedId === null ? "closed" : layout.panel;
  return (
    <div className="frame" data-sidebar={layout.sidebar} data-panel={panel}>
      <Sidebar />
      {selectedId === null ? (
        <NothingOpen />
      ) : (
        <ConversationProvider key={selectedId} conversationId={selectedId}>
          <TopBar panelOpen={panel !== "closed"} onTogglePanel={togglePanel} />
          <main className="main">
            <ConversationView />
          </main>
          {panel !== "closed" && <PanelWhenRead onClose={togglePanel} />}
        </ConversationProvider>
      )}
    </div>
  );
}

function PanelWhenRead({ onClose }: { readonly onClose: () => void }) {
  const isRead = useThreadSlice(({ thread }) => thread !== null);
  return isRead ? <ServerPanel onClose={onClose} /> : <div className="panel" />;
}

function NothingOpen() {
  const { t } = useTranslation();
  const hasModel = useApp(({ settings }) => hasOwnModel(settings));
  return (
    <main className="main alone">
      {hasModel ? <p className="nothing-open muted">{t("thread.nothingOpen")}</p> : <Welcome />}
    </main>
  );
}
