import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "./button.tsx";
import { IconButton } from "./icon-button.tsx";

/** How long the button says that it is done, in milliseconds: long enough to be read. */
const COPIED_FOR_MS = 2_000;

type CopyState = "ready" | "copied" | "failed";

interface CopyButtonProps {
  readonly label: string;
  /** Called when the button is pressed, so that nothing is made in advance. */
  readonly text: () => string;
  /** With its label beside the icon. */
  readonly wide?: boolean;
}

export function CopyButton({ label, text, wide }: CopyButtonProps) {
  const { t } = useTranslation();
  const [state, setState] = useState<CopyState>("ready");

  const copy = async (): Promise<void> => {
    setState(await copied(text()));
    setTimeout(() => setState("ready"), COPIED_FOR_MS);
  };

  const words = { ready: label, copied: t("copy.done"), failed: t("copy.failed") }[state];
  const icon = state === "copied" ? Check : Copy;
  if (!wide) return <IconButton icon={icon} label={words} onClick={() => void copy()} />;
  return (
    <Button small variant="ghost" icon={icon} onClick={() => void copy()}>
      {words}
    </Button>
  );
}

async function copied(text: string): Promise<CopyState> {
  try {
    await navigator.clipboard.writeText(text);
    return "copied";
  } catch {
    // The system may refuse the clipboard; the button says so in its place.
    return "failed";
  }
}
