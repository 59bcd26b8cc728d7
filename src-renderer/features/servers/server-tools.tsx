import { ChevronDown, ChevronRight } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../../components/icon.tsx";
import { visibleText } from "../../components/visible-text.ts";

/** The names of a server's tools, on demand. */
export function ServerTools({ tools }: { readonly tools: readonly string[] }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  if (tools.length === 0) return null;
  return (
    <div className="srv-part">
      <button type="button" className="fold" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon of={open ? ChevronDown : ChevronRight} />
        {t("servers.toolNames")}
      </button>
      {open && (
        <ul className="tail well">
          {tools.map((tool) => (
            <li key={tool} title={visibleText(tool)}>
              {visibleText(tool)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
