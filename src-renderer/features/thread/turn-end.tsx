import { CircleX, SlidersHorizontal, Square, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Failure } from "../../../src-preload/model/failure.ts";
import { reachedLimit, type Turn } from "../../../src-preload/model/turn.ts";
import { Button } from "../../components/button.tsx";
import { Card, CardFoot, CardHead, CardPart } from "../../components/card.tsx";
import { Icon } from "../../components/icon.tsx";
import { StateWord } from "../../components/state-word.tsx";
import { useConversationId, useWindowState } from "../../state/window-state-context.tsx";
import { callLooks } from "../tool-call/call-look.ts";

interface TurnEndProps {
  readonly turn: Turn;
  /** Whether nothing came after it: only then it can go on. */
  readonly isLast: boolean;
}

/** How a turn ended, where it did not end as it should. */
export function TurnEnd({ turn, isLast }: TurnEndProps) {
  const { t } = useTranslation();
  if (reachedLimit(turn)) return <TurnAtLimit failure={turn.failure} isLast={isLast} />;
  if (turn.state === "failed") return <FailedTurn failure={turn.failure} />;
  if (turn.state === "interrupted") {
    return (
      <div className="end-line warn">
        <Icon of={TriangleAlert} />
        {t("turn.interrupted")}
        {isLast && <GoOn small />}
      </div>
    );
  }
  return (
    <p className="end-line faint">
      <Icon of={Square} filled />
      {t("turn.stopped")}
    </p>
  );
}

/** A turn that has gone far enough without asking: the person lets it go on, or not (S59). */
function TurnAtLimit(props: { readonly failure: Failure | null; readonly isLast: boolean }) {
  const { t } = useTranslation();
  return (
    <Card className="ask" group={t("turn.atLimit")}>
      <CardHead>
        <StateWord look={callLooks["awaiting-approval"]} word={t("turn.atLimit")} />
      </CardHead>
      <CardPart>
        <p>{props.failure?.message}</p>
      </CardPart>
      {props.isLast && (
        <div className="answers">
          <GoOn />
        </div>
      )}
    </Card>
  );
}

/** Says so to the model in the person's name: it is a message like any other. */
function GoOn({ small = false }: { readonly small?: boolean }) {
  const { t } = useTranslation();
  const { client, actions } = useWindowState();
  const conversationId = useConversationId();
  const goOn = () =>
    void actions.attempt(() => client.sendMessage({ conversationId, text: t("turn.goOn") }));
  return (
    <Button small={small} variant={small ? "plain" : "primary"} onClick={goOn}>
      {t("turn.continue")}
    </Button>
  );
}

function FailedTurn({ failure }: { readonly failure: Failure | null }) {
  const { t } = useTranslation();
  const { actions } = useWindowState();
  const isAboutModel = failure?.code.startsWith("model-") ?? false;
  return (
    <Card className="fail" group={t("turn.failed")}>
      <CardHead>
        <Icon of={CircleX} className="bad" />
        <span className="what">{t("turn.failed")}</span>
      </CardHead>
      <CardPart>
        <dl className="todo">
          <dt>{t("callCard.why")}</dt>
          <dd>{failure?.message ?? t("turn.noReason")}</dd>
          <dt>{t("turn.whatToDo")}</dt>
          <dd>{t(isAboutModel ? "turn.adviceModel" : "turn.adviceOther")}</dd>
        </dl>
      </CardPart>
      {isAboutModel && (
        <CardFoot>
          <Button small icon={SlidersHorizontal} onClick={() => actions.openSettings("models")}>
            {t("turn.openModels")}
          </Button>
        </CardFoot>
      )}
    </Card>
  );
}
