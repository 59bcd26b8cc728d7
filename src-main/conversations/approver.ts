import type { ApprovalAnswer, ApprovalRequest } from "../../src-preload/model/approval.ts";

/** Who answers when a call needs a person's word. */
export interface Approver {
  /** Resolves with the answer; an abort is `not-now`. Must not throw. */
  ask(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer>;
}

/** Gives every request the same answer; one that is about more than a call becomes one about the call alone. */
export function alwaysAnswering(answer: ApprovalAnswer): Approver {
  const forOneCall = isRefusal(answer) ? "not-now" : "once";
  return {
    ask: ({ answers }) => Promise.resolve(answers.includes(answer) ? answer : forOneCall),
  };
}

export function isRefusal(answer: ApprovalAnswer): boolean {
  return answer === "not-now" || answer === "never";
}

interface Waiting {
  readonly request: ApprovalRequest;
  readonly settle: (answer: ApprovalAnswer) => void;
}

/** Holds the requests that wait for a click, in the order of their coming. */
export class ApprovalQueue implements Approver {
  readonly #waiting = new Map<string, Waiting>();
  readonly #onChange: (change: ApprovalChange) => void;

  constructor(onChange: (change: ApprovalChange) => void) {
    this.#onChange = onChange;
  }

  list(conversationId: string): readonly ApprovalRequest[] {
    return [...this.#waiting.values()]
      .map(({ request }) => request)
      .filter((request) => request.conversationId === conversationId);
  }

  ask(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer> {
    if (signal.aborted) return Promise.resolve("not-now");
    return new Promise((resolve) => {
      const stop = () => settle("not-now");
      const settle = (answer: ApprovalAnswer) => {
        signal.removeEventListener("abort", stop);
        this.#waiting.delete(request.id);
        this.#onChange({ kind: "settled", request });
        resolve(answer);
      };
      signal.addEventListener("abort", stop, { once: true });
      this.#waiting.set(request.id, { request, settle });
      this.#onChange({ kind: "requested", request });
    });
  }

  /**
   * Takes a person's answer. One that was not offered, or is for a request that is gone, is left
   * out: an answer holds once and for exactly its call (S51).
   */
  answer(approvalId: string, answer: ApprovalAnswer): void {
    const waiting = this.#waiting.get(approvalId);
    if (waiting?.request.answers.includes(answer)) waiting.settle(answer);
  }
}

export interface ApprovalChange {
  readonly kind: "requested" | "settled";
  readonly request: ApprovalRequest;
}
