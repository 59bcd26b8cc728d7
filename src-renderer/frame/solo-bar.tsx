import { SlidersHorizontal } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../components/icon-button.tsx";
import { Mark } from "../components/mark.tsx";
import { useKeyWords } from "../keys/use-key-words.ts";
import { useWindowState } from "../state/window-state-context.tsx";

/** The bar of the window while there is no conversation yet. */
export function SoloBar() {
  const { t } = useTranslation();
  const { actions } = useWindowState();
  const keysOf = useKeyWords();
  return (
    <header className="bar-top solo-bar">
      <Mark />
      <span className="b">{t("app.name")}</span>
      <span className="grow" />
      <IconButton
        icon={SlidersHorizontal}
        label={t("settings.name")}
        keys={keysOf("settings")}
        onClick={() => actions.openSettings("models")}
      />
    </header>
  );
}
