import { PanelRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Chip } from "../components/chip.tsx";
import { IconButton } from "../components/icon-button.tsx";
import { StateIcon, StateWord } from "../components/state-word.tsx";
import { activityLooks } from "../features/conversations/conversation-look.ts";
import { TakeOver } from "../features/hand-over/take-over.tsx";
import { isInTrouble, waitsForPerson } from "../features/servers/server-look.ts";
import { useKeyWords } from "../keys/use-key-words.ts";
import { useApp, useConversationId, useThreadSlice } from "../state/window-state-context.tsx";

interface TopBarProps {
  readonly panelOpen: boolean;
  readonly onTogglePanel: () => void;
}

/** The open conversation's title and state, and the way to its servers. */
export function TopBar({ panelOpen, onTogglePanel }: TopBarProps) {
  const { t } = useTranslation();
  const keysOf = useKeyWords();
  const conversationId = useConversationId();
  const title = useApp(
    ({ conversations }) => conversations.find(({ id }) => id === conversationId)?.title,
  );
  const isRead = useThreadSlice(({ thread }) => thread !== null);
  const trouble = useThreadSlice(({ thread }) => thread?.servers.filter(isInTrouble).length ?? 0);
  const need = useThreadSlice(({ thread }) => thread?.servers.filter(waitsForPerson).length ?? 0);
  const words = [
    t("servers.panel"),
    ...(need > 0 ? [t("servers.needYou", { count: need })] : []),
    ...(trouble > 0 ? [t("servers.inTrouble", { count: trouble })] : []),
  ].join(", ");
  return (
    <header className="bar-top">
      <h1 className="title cut" title={title}>
        {title}
      </h1>
      <ActivityChip />
      <span className="grow" />
      {isRead && <TakeOver />}
      <IconButton
        icon={PanelRight}
        label={words}
        keys={keysOf("togglePanel")}
        on={panelOpen}
        aria-expanded={panelOpen}
        onClick={onTogglePanel}
      >
        {need + trouble > 0 && !panelOpen && (
          <span className={trouble > 0 ? "trouble" : "trouble need"} />
        )}
      </IconButton>
    </header>
  );
}

function ActivityChip() {
  const { t } = useTranslation();
  const conversationId = useConversationId();
  const activity = useApp(
    ({ conversations }) => conversations.find(({ id }) => id === conversationId)?.activity,
  );
  const look = activity && activityLooks[activity];
  if (!look || activity === "quiet") return null;
  const word = t(`activity.${activity}`);
  if (activity !== "waiting" && activity !== "with-you")
    return <StateWord look={look} word={word} />;
  return (
    <Chip need>
      <StateIcon look={look} />
      {word}
    </Chip>
  );
}
