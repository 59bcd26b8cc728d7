import { useTranslation } from "react-i18next";
import { useConversationId, useWindowState } from "../../state/window-state-context.tsx";
import { focusComposer } from "../composer/focus-composer.ts";

const examples = ["example.prices", "example.form", "example.table"] as const;

/** A new conversation: what it is good for, and a few beginnings that can be taken over. */
export function EmptyThread() {
  const { t } = useTranslation();
  const { actions } = useWindowState();
  const conversationId = useConversationId();
  const take = (text: string): void => {
    actions.setDraft(conversationId, text);
    focusComposer();
  };
  return (
    <div className="empty">
      <h2 className="h2">{t("thread.emptyTitle")}</h2>
      <p className="muted">{t("thread.emptyHint")}</p>
      <ul>
        {examples.map((key) => (
          <li key={key}>
            <button type="button" className="example" onClick={() => take(t(key))}>
              {t(key)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
