import type { Message } from "../../src-preload/model/message.ts";
import type { ContextSummary } from "../../src-preload/model/model-view.ts";
import type { ToolCall } from "../../src-preload/model/tool-call.ts";
import type { Usage } from "../../src-preload/model/turn.ts";
import { AppError } from "../base/errors.ts";
import { fitWindow, type FittedWindow, type Shortened } from "./context-window.ts";
import type { OfferedTool } from "./ports.ts";

/**
 * A count of the provider's that lies further from the estimate has another cause, and is not believed:
 * some leave out what they had in their cache.
 */
const LEAST_CORRECTION = 0.7;
const MOST_CORRECTION = 2.5;

/** What one request is made of, before anything is left out. */
export interface RequestParts {
  readonly instructions: string;
  readonly tools: readonly OfferedTool[];
  readonly messages: readonly Message[];
  readonly calls: readonly ToolCall[];
  readonly contextTokens: number;
}

export interface FitPorts {
  /** Has a summary written that stands for these messages and the summary before it. */
  readonly summarise: (
    messages: readonly Message[],
    before: ContextSummary | null,
  ) => Promise<ContextSummary>;
  /** Keeps the whole result where the model can read it, before it is told so. */
  readonly keepResult: (call: ToolCall) => void;
}

/** What a conversation's model is sent, from one request to the next: what was left out stays out. */
export class ModelWindow {
  #shortened: Shortened = new Map();
  #summary: ContextSummary | null;
  #correction = 1;
  #estimated = 0;

  /** Begins with the summary that an earlier run has left. */
  constructor(summary: ContextSummary | null = null) {
    this.#summary = summary;
  }

  get shortenedResults(): number {
    return this.#shortened.size;
  }

  get isSummarised(): boolean {
    return this.#summary !== null;
  }

  /** Throws an `AppError` `window-too-small` when it cannot be made to fit. */
  async fit(parts: RequestParts, ports: FitPorts): Promise<FittedWindow> {
    for (;;) {
      const fitted = this.#fitNow(parts);
      if (fitted.isTooLarge) throw tooLarge(fitted.tokens, parts.contextTokens);
      if (fitted.toSummarise === null) {
        this.#keepShortened(fitted, parts.calls, ports);
        this.#estimated = fitted.tokens / this.#correction;
        return fitted;
      }
      this.#summary = await ports.summarise(fitted.toSummarise, this.#summary);
    }
  }

  /** Corrects the estimates by what the provider counted for the request before. */
  correct({ inputTokens }: Usage): void {
    if (inputTokens === 0 || this.#estimated === 0) return;
    const ratio = inputTokens / this.#estimated;
    this.#correction = Math.min(MOST_CORRECTION, Math.max(LEAST_CORRECTION, ratio));
  }

  #fitNow(parts: RequestParts): FittedWindow {
    return fitWindow({
      ...parts,
      summary: this.#summary,
      shortened: this.#shortened,
      correction: this.#correction,
    });
  }

  #keepShortened(
    { shortened }: FittedWindow,
    calls: readonly ToolCall[],
    { keepResult }: FitPorts,
  ): void {
    for (const call of calls) {
      const isNew = this.#shortened.get(call.id) !== "line";
      if (isNew && shortened.get(call.id) === "line") keepResult(call);
    }
    this.#shortened = shortened;
  }
}

function tooLarge(tokens: number, contextTokens: number): AppError {
  const [needed, most] = [tokens, contextTokens].map((count) => count.toLocaleString("en"));
  return new AppError(
    "window-too-small",
    `What has to be sent is about ${needed} tokens, and this model takes ${most}, its answer included. Choose a model with a larger window, or switch servers off that are not needed: their tools count too.`,
  );
}
