import { CircleX, SlidersHorizontal, Square, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Failure } from "../../../src-preload/model/failure.ts";
import type { Turn } from "../../../src-preload/model/turn.ts";
import { Button } from "../../components/button.tsx";
import { Card, CardFoot, CardHead, CardPart } from "../../components/card.tsx";
import { Icon } from "../../components/icon.tsx";
import { useWindowState } from "../../state/window-state-context.tsx";

/** How a turn ended, where it did not end as it should. */
export function TurnEnd({ turn }: { readonly turn: Turn }) {
  const { t } = useTranslation();
  if (turn.state === "failed") return <FailedTurn failure={turn.failure} />;
  if (turn.state === "interrupted") {
    return (
      <p className="end-line warn">
        <Icon of={TriangleAlert} />
        {t("turn.interrupted")}
      </p>
    );
  }
  return (
    <p className="end-line faint">
      <Icon of={Square} filled />
      {t("turn.stopped")}
    </p>
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
