import { ChevronDown, ChevronRight } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { CopyButton } from "../../components/copy-button.tsx";
import { Icon } from "../../components/icon.tsx";
import { ScrollBox } from "../../components/scroll-box.tsx";

/** The last lines that a server wrote to stderr, as it wrote them. */
export function StderrTail({ lines }: { readonly lines: readonly string[] }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(true);
  if (lines.length === 0) return null;
  return (
    <div className="srv-part">
      <div className="row">
        <button type="button" className="fold" aria-expanded={open} onClick={() => setOpen(!open)}>
          <Icon of={open ? ChevronDown : ChevronRight} />
          {t("servers.stderr")}
        </button>
        <span className="grow" />
        <CopyButton label={t("servers.copyStderr")} text={() => lines.join("\n")} />
      </div>
      {open && (
        <ScrollBox as="pre" className="tail well" label={t("servers.stderr")}>
          {lines.join("\n")}
        </ScrollBox>
      )}
    </div>
  );
}
