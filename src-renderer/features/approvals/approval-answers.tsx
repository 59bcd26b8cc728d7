import { useRef } from "react";
import { useTranslation } from "react-i18next";
import type { ApprovalAnswer } from "../../../src-preload/model/approval.ts";
import { Button } from "../../components/button.tsx";
import { answerCommands, type Command } from "../../keys/keymap.ts";
import { useCommands, type CommandHandlers } from "../../keys/use-commands.ts";
import { useKeyWords } from "../../keys/use-key-words.ts";
import { focusComposer } from "../composer/focus-composer.ts";
import { useArmed } from "./use-armed.ts";

interface ApprovalAnswersProps {
  readonly answers: readonly ApprovalAnswer[];
  /** While an answer is on its way there is no other. */
  readonly busy: boolean;
  readonly onAnswer: (answer: ApprovalAnswer) => void;
}

const refusals: readonly ApprovalAnswer[] = ["not-now", "never"];

/** The answers with their keys: those that allow, and apart from them those that do not. */
export function ApprovalAnswers({ answers, busy, onAnswer }: ApprovalAnswersProps) {
  const row = useRef<HTMLDivElement>(null);
  const armed = useArmed(row) && !busy;
  useCommands(answerHandlers(answers, (answer) => armed && onAnswer(answer)));

  const click = (answer: ApprovalAnswer): void => {
    // The buttons are about to go; the keyboard goes on where the person writes.
    focusComposer();
    onAnswer(answer);
  };

  const isRefusal = (answer: ApprovalAnswer): boolean => refusals.includes(answer);
  const buttonOf = (answer: ApprovalAnswer) => (
    <AnswerButton
      key={answer}
      answer={answer}
      isFirst={answer === answers[0]}
      disabled={!armed}
      onClick={() => click(answer)}
    />
  );
  return (
    <div className="answers" ref={row}>
      {answers.filter((answer) => !isRefusal(answer)).map(buttonOf)}
      <span className="grow" />
      {answers.filter(isRefusal).map(buttonOf)}
    </div>
  );
}

function answerHandlers(
  answers: readonly ApprovalAnswer[],
  answer: (answer: ApprovalAnswer) => void,
): CommandHandlers {
  const entries = answers.map((each): [Command, () => void] => [
    answerCommands[each],
    () => answer(each),
  ]);
  return Object.fromEntries(entries);
}

interface AnswerButtonProps {
  readonly answer: ApprovalAnswer;
  readonly isFirst: boolean;
  readonly disabled: boolean;
  readonly onClick: () => void;
}

function AnswerButton({ answer, isFirst, disabled, onClick }: AnswerButtonProps) {
  const { t } = useTranslation();
  const keysOf = useKeyWords();
  const variant = answer === "never" ? "danger" : isFirst ? "primary" : "plain";
  return (
    <Button
      variant={variant}
      keys={keysOf(answerCommands[answer])}
      title={t(`answerHint.${answer}`)}
      disabled={disabled}
      onClick={onClick}
    >
      {t(`answer.${answer}`)}
    </Button>
  );
}
