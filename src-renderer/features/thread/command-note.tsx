import { SquareTerminal } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Card, CardHead, CardPart } from "../../components/card.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { Icon } from "../../components/icon.tsx";
import { ScrollBox } from "../../components/scroll-box.tsx";
import { visibleText } from "../../components/visible-text.ts";
import type { ThreadNote } from "../../state/thread.ts";

/** What the app answered to a command: not the model's, and not told to it. */
export function CommandNote({ note }: { readonly note: ThreadNote }) {
  const { t } = useTranslation();
  const command = visibleText(note.command);
  return (
    <Card group={t("note.answerTo", { command })}>
      <CardHead>
        <Icon of={SquareTerminal} />
        <span className="mono cut">{command}</span>
        <span className="site faint cut">{t("note.onlyYou")}</span>
        <CopyButton label={t("note.copy")} text={() => note.text} />
      </CardHead>
      <CardPart>
        <ScrollBox as="pre" className="well" label={t("note.answerTo", { command })}>
          {note.text}
        </ScrollBox>
      </CardPart>
    </Card>
  );
}
