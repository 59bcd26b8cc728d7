import { memo, useState, type MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import type { ConversationSummary } from "../../../src-preload/model/conversation.ts";
import { StateIcon } from "../../components/state-word.tsx";
import { shortWhen } from "../../strings/format.ts";
import { useWindowState } from "../../state/window-state-context.tsx";
import { activityLooks, conversationLine, initials } from "./conversation-look.ts";
import { ConversationMenu } from "./conversation-menu.tsx";

interface ConversationRowProps {
  readonly summary: ConversationSummary;
  readonly selected: boolean;
  readonly now: number;
}

export const ConversationRow = memo(function ConversationRow(props: ConversationRowProps) {
  const { summary, selected, now } = props;
  const { t } = useTranslation();
  const { actions } = useWindowState();
  const [menuOpen, setMenuOpen] = useState(false);
  const line = conversationLine(t, summary);
  // What is in sight has been read.
  const unread = summary.unread && !selected;

  const openMenu = (event: MouseEvent): void => {
    event.preventDefault();
    setMenuOpen(true);
  };

  return (
    <li className="conv-row" data-menu-open={menuOpen}>
      <button
        type="button"
        className={unread ? "conv unread" : "conv"}
        aria-current={selected ? "page" : undefined}
        title={`${summary.title}\n${line}`}
        onClick={() => actions.select(summary.id)}
        onContextMenu={openMenu}
      >
        <Sign summary={summary} unread={unread} />
        <span className="initials" aria-hidden>
          {initials(summary.title)}
        </span>
        <span className="txt">
          <span className="l1">
            <span className="cut">{summary.title}</span>
            <span className="when">{shortWhen(summary.updatedAt, now)}</span>
          </span>
          <span className={`l2 cut ${activityLooks[summary.activity]?.tone ?? ""}`}>{line}</span>
        </span>
      </button>
      <ConversationMenu summary={summary} open={menuOpen} onOpenChange={setMenuOpen} />
    </li>
  );
});

function Sign({ summary, unread }: { readonly summary: ConversationSummary; unread: boolean }) {
  const { t } = useTranslation();
  const look = activityLooks[summary.activity];
  if (look) {
    return (
      <span className="sign">
        <StateIcon look={look} />
      </span>
    );
  }
  if (!unread) return <span className="sign" />;
  return (
    <span className="sign">
      <span className="dot" />
      <span className="vh">{t("conversation.unread")}</span>
    </span>
  );
}
