import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { RequestOutput } from "../../../src-preload/contract/requests.ts";
import type { ToolCall } from "../../../src-preload/model/tool-call.ts";
import { Button } from "../../components/button.tsx";
import { ScrollBox } from "../../components/scroll-box.tsx";
import { visibleText } from "../../components/visible-text.ts";
import { useWindowState } from "../../state/window-state-context.tsx";
import { fileSize } from "../../strings/format.ts";

/** All of a text of which the model got a part; it is fetched when the person asks for it (M21). */
export function FullText({ call }: { readonly call: ToolCall }) {
  const { t } = useTranslation();
  const { client, actions } = useWindowState();
  const [full, setFull] = useState<RequestOutput<"readFullText"> | null>(null);
  const kept = call.result?.fullText;
  if (!kept) return null;
  const { conversationId, id: callId } = call;
  const fetch = async () => setFull(await client.readFullText({ conversationId, callId }));
  if (full === null) {
    return (
      <Button small variant="ghost" onClick={() => void actions.attempt(fetch)}>
        {t("callCard.showFullText", { size: fileSize(t, kept.bytes) })}
      </Button>
    );
  }
  return (
    <>
      <p className="label result-label">{t("callCard.fullText")}</p>
      <ScrollBox as="pre" className="well result" label={t("callCard.fullText")}>
        {visibleText(full.text, { lines: true })}
      </ScrollBox>
      {!full.isWhole && <p className="t13 faint">{t("callCard.fullTextCut")}</p>}
    </>
  );
}
