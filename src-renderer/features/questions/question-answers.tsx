import { useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { MAX_MESSAGE_CHARS } from "../../../src-preload/contract/limits.ts";
import type { PersonQuestion, QuestionAnswer } from "../../../src-preload/model/question.ts";
import { Button } from "../../components/button.tsx";
import { useCommands } from "../../keys/use-commands.ts";
import { useKeyWords } from "../../keys/use-key-words.ts";
import { useRequest } from "../../state/use-request.ts";
import { useThread, useWindowState } from "../../state/window-state-context.tsx";
import { useArmed } from "../approvals/use-armed.ts";
import { focusComposer } from "../composer/focus-composer.ts";

/** The ways to answer: it is done, it is skipped, one of the model's choices, or words of one's own. */
export function QuestionAnswers({ question }: { readonly question: PersonQuestion }) {
  const { t } = useTranslation();
  const keysOf = useKeyWords();
  const row = useRef<HTMLDivElement>(null);
  const { answer, show, failure, busy } = useAnswers(question);
  const isArmed = useArmed(row) && !busy;
  const isOnItsWay = useThread(({ summary }) => summary.handOver?.step === "opening");
  const mayAnswer = isArmed && !isOnItsWay;
  const go = (given: QuestionAnswer) => (): boolean => {
    if (!mayAnswer) return false;
    // The buttons are about to go; the keyboard goes on where the person writes.
    focusComposer();
    answer(given);
    return true;
  };
  useCommands({
    answerOnce: go({ kind: "continue" }),
    answerSite: () => (question.aboutPage ? show() : false),
    answerNotNow: go({ kind: "skip" }),
  });
  return (
    <>
      {failure && (
        <p className="problem" role="alert">
          {failure.message}
        </p>
      )}
      <OwnWords question={question} disabled={!mayAnswer} send={(text) => go(said(text))()} />
      <div className="answers" ref={row}>
        <Button
          variant="primary"
          keys={keysOf("answerOnce")}
          disabled={!mayAnswer}
          onClick={go({ kind: "continue" })}
        >
          {t("question.continue")}
        </Button>
        {question.aboutPage && (
          <Button keys={keysOf("answerSite")} disabled={!mayAnswer} onClick={show}>
            {t("handOver.showWindow")}
          </Button>
        )}
        <span className="grow" />
        <Button keys={keysOf("answerNotNow")} disabled={!mayAnswer} onClick={go({ kind: "skip" })}>
          {t("question.skip")}
        </Button>
      </div>
    </>
  );
}

const said = (text: string): QuestionAnswer => ({ kind: "answer", text });

interface OwnWordsProps {
  readonly question: PersonQuestion;
  readonly disabled: boolean;
  readonly send: (text: string) => void;
}

function OwnWords({ question, disabled, send }: OwnWordsProps) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const id = useId();
  const isUsable = text.trim() !== "" && text.length <= MAX_MESSAGE_CHARS;
  return (
    <form
      className="own-words"
      onSubmit={(event) => {
        event.preventDefault();
        if (isUsable) send(text);
      }}
    >
      {question.choices.length > 0 && (
        <fieldset className="row wrap">
          <legend className="t13 faint">{t("question.choices")}</legend>
          {question.choices.map((choice) => (
            <Button key={choice} small disabled={disabled} onClick={() => send(choice)}>
              {choice}
            </Button>
          ))}
        </fieldset>
      )}
      <label className="label" htmlFor={id}>
        {t("question.ownWords")}
      </label>
      <div className="row">
        <div className="field grow">
          <input
            id={id}
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <Button type="submit" disabled={disabled || !isUsable}>
          {t("question.answer")}
        </Button>
      </div>
    </form>
  );
}

function useAnswers({ id: questionId, conversationId }: PersonQuestion) {
  const { client, actions } = useWindowState();
  const { run, busy, failure } = useRequest();
  return {
    busy,
    failure,
    answer: (answer: QuestionAnswer) =>
      void run(() => client.answerQuestion({ questionId, answer })),
    show: () => void actions.attempt(() => client.showBrowserWindow({ conversationId })),
  };
}
