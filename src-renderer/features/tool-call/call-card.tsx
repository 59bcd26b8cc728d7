import { ChevronDown, ChevronRight, Square } from "lucide-react";
import { memo, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ToolCall } from "../../../src-preload/model/tool-call.ts";
import { Button } from "../../components/button.tsx";
import { Card, CardHead } from "../../components/card.tsx";
import { Icon } from "../../components/icon.tsx";
import { IconButton } from "../../components/icon-button.tsx";
import { splitAddress } from "../../components/page-address.tsx";
import { StateWord } from "../../components/state-word.tsx";
import { useWindowState } from "../../state/window-state-context.tsx";
import { CallDetails } from "./call-details.tsx";
import { callLooks, isOpenAtFirst } from "./call-look.ts";
import { CallTime } from "./call-time.tsx";
import { sentenceOf } from "./describe-call.ts";
import { iconOfTool } from "./tool-icon.ts";

/** One tool call: a sentence about what it does, its state, and all of it on demand. */
export const CallCard = memo(function CallCard({ call }: { readonly call: ToolCall }) {
  const { t } = useTranslation();
  // Null: not folded or unfolded by the person yet, so the state decides.
  const [unfolded, setUnfolded] = useState<boolean | null>(null);
  const open = unfolded ?? isOpenAtFirst(call.state);
  const detailsId = useId();
  const sentence = sentenceOf(t, call);

  return (
    <Card
      className={callLooks[call.state].tone === "bad" ? "call fail" : "call"}
      group={sentence}
      data-state={call.state}
    >
      <CardHead>
        <Icon of={iconOfTool(call.tool)} />
        <span className="what cut" title={sentence}>
          {sentence}
        </span>
        <span className="site cut grow">{placeOf(call, sentence)}</span>
        <CallTime call={call} />
        <StateWord look={callLooks[call.state]} word={t(`callState.${call.state}`)} />
        {call.state === "running" && <StopCall conversationId={call.conversationId} />}
        <IconButton
          icon={open ? ChevronDown : ChevronRight}
          label={t(open ? "callCard.fold" : "callCard.unfold")}
          aria-expanded={open}
          aria-controls={detailsId}
          onClick={() => setUnfolded(!open)}
        />
      </CardHead>
      {call.state === "running" && call.progress && <p className="progress">{call.progress}</p>}
      <div id={detailsId}>{open && <CallDetails call={call} />}</div>
    </Card>
  );
});

/** The host of the page, or the server where there is no page; nothing that the sentence says already. */
function placeOf(call: ToolCall, sentence: string): string | null {
  const place = call.page ? splitAddress(call.page.url).host : call.server;
  return place !== null && sentence.includes(place) ? null : place;
}

function StopCall({ conversationId }: { readonly conversationId: string }) {
  const { t } = useTranslation();
  const { client, actions } = useWindowState();
  return (
    <Button
      small
      icon={Square}
      iconFilled
      aria-label={t("callCard.stop")}
      onClick={() => void actions.attempt(() => client.stopTurn({ conversationId }))}
    >
      {t("composer.stop")}
    </Button>
  );
}
