import { X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../components/icon-button.tsx";
import { useKeyWords } from "../../keys/use-key-words.ts";
import { useThread } from "../../state/window-state-context.tsx";
import { ServerCard } from "./server-card.tsx";

/** The servers of this conversation (M35). */
export function ServerPanel({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const keysOf = useKeyWords();
  const servers = useThread((thread) => thread.servers);
  return (
    <aside className="panel" aria-label={t("servers.name")} data-region="panel" tabIndex={-1}>
      <div className="panel-head">
        <h2 className="b">
          {t("servers.name")} <span className="count">{servers.length}</span>
        </h2>
        <span className="grow" />
        <IconButton
          icon={X}
          label={t("servers.close")}
          keys={keysOf("togglePanel")}
          onClick={onClose}
        />
      </div>
      <div className="scroll">
        {servers.length === 0 && <p className="t13 faint panel-empty">{t("servers.none")}</p>}
        {servers.map((status) => (
          <ServerCard key={status.name} status={status} />
        ))}
      </div>
    </aside>
  );
}
