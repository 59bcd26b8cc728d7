import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { countActivities } from "../features/conversations/group-conversations.ts";
import { useApp } from "../state/window-state-context.tsx";

/** Says in the window's title how many conversations need the person, and nothing else. */
export function useWindowTitle(): void {
  const { t } = useTranslation();
  const waiting = useApp((app) => countActivities(app.conversations).waiting);
  useEffect(() => {
    document.title = waiting > 0 ? t("app.titleWaiting", { count: waiting }) : t("app.name");
  }, [t, waiting]);
}
