import { ChevronDown, ChevronRight } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../../components/icon.tsx";

/** Where the model's view begins: it is sent a summary of what stands above, which can be read here. */
export function SummaryLine({ text }: { readonly text: string }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <div>
      <button type="button" className="fold" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon of={open ? ChevronDown : ChevronRight} />
        {t("thread.summarised")}
      </button>
      {open && <div className="thought">{text || t("thread.summaryEmpty")}</div>}
    </div>
  );
}
