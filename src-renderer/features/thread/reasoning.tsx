import { ChevronDown, ChevronRight } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../../components/icon.tsx";
import type { ThinkingTime } from "../../state/thread.ts";
import type { Words } from "../../strings/i18n.ts";
import { wholeDuration } from "../../strings/format.ts";

interface ReasoningProps {
  readonly text: string;
  readonly live: boolean;
  readonly time: ThinkingTime | undefined;
}

/** What the model thought before it answered: folded, since it is not the answer. */
export function Reasoning({ text, live, time }: ReasoningProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <div>
      <button type="button" className="fold" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon of={open ? ChevronDown : ChevronRight} />
        {titleOf(t, live, time)}
      </button>
      {open && <div className="thought">{text}</div>}
    </div>
  );
}

/** Thoughts shorter than this are not worth a number, in milliseconds. */
const WORTH_TELLING_MS = 1_000;

function titleOf(t: Words, live: boolean, time: ThinkingTime | undefined): string {
  if (live) return t("thread.thinking");
  const length = time ? time.to - time.from : 0;
  if (length < WORTH_TELLING_MS) return t("thread.thought");
  return t("thread.thoughtFor", { time: wholeDuration(t, length) });
}
