import { Hand } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { HeldBackTool } from "../../../src-preload/model/catalogue.ts";
import { Button } from "../../components/button.tsx";
import { StateWord } from "../../components/state-word.tsx";
import { visibleText } from "../../components/visible-text.ts";
import { HeldBackDialog } from "./held-back-dialog.tsx";

interface HeldBackRowProps {
  readonly server: string;
  readonly heldBack: readonly HeldBackTool[];
}

/** In a server's card: tools have changed, and wait for the person (S42). */
export function HeldBackRow({ server, heldBack }: HeldBackRowProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  if (heldBack.length === 0 && !isOpen) return null;
  const words = t("heldBack.waits", { count: heldBack.length });
  return (
    <div className="srv-need">
      <StateWord look={{ icon: Hand, tone: "warn" }} word={words} />
      <Button
        small
        aria-label={t("heldBack.lookAt", { name: visibleText(server) })}
        onClick={() => setOpen(true)}
      >
        {t("heldBack.look")}
      </Button>
      {isOpen && (
        <HeldBackDialog server={server} heldBack={heldBack} onClose={() => setOpen(false)} />
      )}
    </div>
  );
}
