import type { PersonQuestion, QuestionAnswer } from "../../src-preload/model/question.ts";

/** Who answers when the model asks the person. */
export interface Asker {
  /** Waits without a limit. Rejects with the signal's reason once that is aborted. */
  ask(question: PersonQuestion, signal: AbortSignal): Promise<QuestionAnswer>;
}

/** Where no person is to be had: the model is told at once that nobody does it. */
export const nobodyThere: Asker = { ask: () => Promise.resolve({ kind: "skip" }) };

export interface QuestionChange {
  readonly kind: "asked" | "settled";
  readonly question: PersonQuestion;
}

interface Waiting {
  readonly question: PersonQuestion;
  readonly settle: (answer: QuestionAnswer) => void;
}

/** The questions of all conversations that wait for the person, in the order of their coming. */
export class QuestionQueue implements Asker {
  readonly #waiting = new Map<string, Waiting>();
  readonly #onChange: (change: QuestionChange) => void;

  constructor(onChange: (change: QuestionChange) => void) {
    this.#onChange = onChange;
  }

  list(conversationId: string): readonly PersonQuestion[] {
    return [...this.#waiting.values()]
      .map(({ question }) => question)
      .filter((question) => question.conversationId === conversationId);
  }

  ask(question: PersonQuestion, signal: AbortSignal): Promise<QuestionAnswer> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason as Error);
      const end = (): void => {
        signal.removeEventListener("abort", stop);
        this.#waiting.delete(question.id);
        this.#onChange({ kind: "settled", question });
      };
      const stop = (): void => {
        end();
        reject(signal.reason as Error);
      };
      const settle = (answer: QuestionAnswer): void => {
        end();
        resolve(answer);
      };
      signal.addEventListener("abort", stop, { once: true });
      this.#waiting.set(question.id, { question, settle });
      this.#onChange({ kind: "asked", question });
    });
  }

  /** Takes the person's answer; one for a question that is gone is left out. */
  answer(questionId: string, answer: QuestionAnswer): void {
    this.#waiting.get(questionId)?.settle(answer);
  }

  /** The person has handed the browser back: what was asked about its page is done. */
  pageHandedBack(conversationId: string): void {
    for (const { id, aboutPage } of this.list(conversationId)) {
      if (aboutPage) this.answer(id, { kind: "continue" });
    }
  }
}
