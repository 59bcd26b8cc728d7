import { useTranslation } from "react-i18next";
import type { PersonQuestion } from "../../../src-preload/model/question.ts";
import { Card, CardHead } from "../../components/card.tsx";
import { PageAddress } from "../../components/page-address.tsx";
import { StateWord } from "../../components/state-word.tsx";
import { useNow } from "../../components/use-now.ts";
import { useThread } from "../../state/window-state-context.tsx";
import { stopwatch } from "../../strings/format.ts";
import { withYouLook } from "../conversations/conversation-look.ts";
import { lastPicture } from "../hand-over/last-picture.ts";
import { pictureUrl } from "../screenshots/picture-url.ts";
import { callLooks } from "../tool-call/call-look.ts";
import { QuestionAnswers } from "./question-answers.tsx";

/** How often the time that the turn has waited is renewed, in milliseconds. */
const TICK_MS = 1_000;

/** What the model asks of the person. Its words are quoted and named as its own, and never drawn as markup. */
export function QuestionCard({ question }: { readonly question: PersonQuestion }) {
  const { t } = useTranslation();
  const last = useThread(lastPicture);
  const shown = question.aboutPage ? last : null;
  return (
    <Card className="ask" group={t("question.name")}>
      <QuestionHead question={question} />
      <div className={shown ? "ask-body" : "ask-body no-picture"}>
        {shown && (
          <div className="thumb">
            <img src={pictureUrl(shown.file)} alt={t("handOver.before")} draggable={false} />
          </div>
        )}
        <div>
          <h2 className="question">
            {t(question.aboutPage ? "handOver.what" : "question.whatOnly")}
          </h2>
          {shown?.url && (
            <p className="row t13 place">
              <PageAddress url={shown.url} />
            </p>
          )}
          <figure className="said">
            <blockquote>{question.reason}</blockquote>
            <figcaption className="t13 faint">{t("question.modelSays")}</figcaption>
          </figure>
          {question.aboutPage && <p className="t13 muted reason">{t("handOver.meanwhile")}</p>}
        </div>
      </div>
      <QuestionAnswers question={question} />
    </Card>
  );
}

function QuestionHead({ question }: { readonly question: PersonQuestion }) {
  const { t } = useTranslation();
  const now = useNow(TICK_MS);
  const step = useThread(({ summary }) => summary.handOver?.step ?? null);
  const isWithYou = question.aboutPage && step !== null;
  return (
    <CardHead>
      <StateWord
        look={isWithYou ? withYouLook : callLooks["awaiting-approval"]}
        word={t(isWithYou ? `handOver.${step}` : "callState.awaiting-approval")}
      />
      <span className="t13 muted grow cut">
        {t("question.waits", { time: stopwatch(now - question.askedAt) })}
      </span>
    </CardHead>
  );
}
