import { SlidersHorizontal, SquarePen } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/button.tsx";
import { IconButton } from "../../components/icon-button.tsx";
import { Mark } from "../../components/mark.tsx";
import { useNow } from "../../components/use-now.ts";
import { useKeyWords } from "../../keys/use-key-words.ts";
import { useApp, useView, useWindowState } from "../../state/window-state-context.tsx";
import { ConversationRow } from "./conversation-row.tsx";
import { countActivities, groupConversations, isActive } from "./group-conversations.ts";

/** How often the list looks at the clock, in milliseconds: its words change by the minute. */
const CLOCK_MS = 60_000;

/** All conversations, what they do, and the way to the settings. */
export function Sidebar() {
  const { t } = useTranslation();
  const { actions } = useWindowState();
  const keysOf = useKeyWords();
  return (
    <nav className="sidebar" aria-label={t("sidebar.name")} data-region="sidebar" tabIndex={-1}>
      <div className="side-top">
        <Mark />
        <span className="name grow">{t("app.name")}</span>
        <IconButton
          icon={SquarePen}
          label={t("sidebar.newConversation")}
          keys={keysOf("newConversation")}
          onClick={() => void actions.newConversation()}
        />
      </div>
      <ConversationList />
      <SidebarFoot />
    </nav>
  );
}

function ConversationList() {
  const { t } = useTranslation();
  const conversations = useApp((app) => app.conversations);
  const selectedId = useView((view) => view.selectedId);
  const onlyActive = useView((view) => view.onlyActive);
  const now = useNow(CLOCK_MS);
  const shown = onlyActive ? conversations.filter(isActive) : conversations;
  return (
    <div className="side-list">
      {groupConversations(shown, now).map((group) => (
        <section key={group.name}>
          <h2 className="side-group">{t(`day.${group.name}`)}</h2>
          <ul>
            {group.conversations.map((summary) => (
              <ConversationRow
                key={summary.id}
                summary={summary}
                selected={summary.id === selectedId}
                now={now}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function SidebarFoot() {
  const { t } = useTranslation();
  const { actions } = useWindowState();
  const keysOf = useKeyWords();
  return (
    <div className="side-foot">
      <Button
        small
        variant="ghost"
        icon={SlidersHorizontal}
        title={`${t("settings.name")} (${keysOf("settings")})`}
        onClick={() => actions.openSettings("models")}
      >
        <span className="word">{t("settings.name")}</span>
      </Button>
      <span className="grow" />
      <ActivityFilter />
    </div>
  );
}

/** `1 running, 2 need you`; a click shows only those. */
function ActivityFilter() {
  const { t } = useTranslation();
  const { view } = useWindowState();
  const conversations = useApp((app) => app.conversations);
  const onlyActive = useView((known) => known.onlyActive);
  const { running, waiting } = countActivities(conversations);
  const words = [
    running > 0 && t("sidebar.running", { count: running }),
    waiting > 0 && t("sidebar.needYou", { count: waiting }),
  ].filter(Boolean);
  if (words.length === 0 && !onlyActive) return null;
  return (
    <button
      type="button"
      className="sum cut"
      aria-pressed={onlyActive}
      title={t(onlyActive ? "sidebar.showAll" : "sidebar.showOnlyThese")}
      onClick={() => view.setState({ onlyActive: !onlyActive })}
    >
      {words.length > 0 ? words.join(", ") : t("sidebar.showAll")}
    </button>
  );
}
