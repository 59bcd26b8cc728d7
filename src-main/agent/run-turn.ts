import type { Failure } from "../../src-preload/model/failure.ts";
import type { Message } from "../../src-preload/model/message.ts";
import type { ContextSummary } from "../../src-preload/model/model-view.ts";
import type { ToolCall } from "../../src-preload/model/tool-call.ts";
import type { Usage } from "../../src-preload/model/turn.ts";
import { AppError, isAbort } from "../base/errors.ts";
import { toFailureLogged } from "../base/logger.ts";
import { untilAborted } from "../base/waiting.ts";
import { limitsOf, type ModelLimits } from "./model-limits.ts";
import { ModelWindow } from "./model-window.ts";
import type { ModelPort, OfferedTool, StepEvent, StepRequest } from "./ports.ts";
import { skipCall, type CallPorts } from "./run-call.ts";
import { runCalls } from "./run-calls.ts";
import { StepRecorder } from "./step-recorder.ts";
import { writeSummary } from "./summarise.ts";
import { buildTranscript } from "./transcript.ts";
import { TurnBudget, usualTurnLimits, type TurnLimits } from "./turn-budget.ts";
import type { TurnEnd } from "./turn-event.ts";

export interface TurnContext {
  readonly conversationId: string;
  readonly turnId: string;
  /** Everything in the conversation up to and with the message that begins the turn. */
  readonly messages: readonly Message[];
  readonly calls: readonly ToolCall[];
}

export interface TurnPorts extends Omit<CallPorts, "budget"> {
  readonly model: ModelPort;
  /**
   * What the person has written since the turn began, as messages of it, each handed out once and
   * already on disk. Absent: nothing.
   */
  readonly takeQueued?: () => readonly Message[];
  /** What the model was sent before; absent, nothing. */
  readonly window?: ModelWindow;
  /** Keeps a result that the model is sent no more, where it can be read; absent, it is not kept. */
  readonly keepResult?: (call: ToolCall) => void;
  /** Absent: as usual. */
  readonly limits?: TurnLimits;
  /** What the model is told about its work, asked anew before each step. */
  readonly instructions: () => string;
  readonly newId: () => string;
}

interface Answer {
  readonly recorder: StepRecorder;
  readonly tools: readonly OfferedTool[];
  readonly ended: StepEnd | null;
}

type StepEnd = Extract<StepEvent, { type: "step-end" }>;

/**
 * One turn: asks the model, runs the calls it wants, in order, until it wants none. Never throws:
 * every way to end is a {@link TurnEnd}. What streamed before a failure or a stop stays (M29).
 */
export async function runTurn(
  context: TurnContext,
  ports: TurnPorts,
  signal: AbortSignal,
): Promise<TurnEnd> {
  const turn = new RunningTurn(context, ports, signal);
  const end = await turn.run();
  ports.emit({ type: "turn-end", ...end });
  return end;
}

class RunningTurn {
  readonly #context: TurnContext;
  readonly #ports: TurnPorts & CallPorts;
  readonly #budget: TurnBudget;
  readonly #window: ModelWindow;
  readonly #model: ModelLimits;
  readonly #signal: AbortSignal;
  readonly #messages: Message[];
  readonly #calls: ToolCall[];

  constructor(context: TurnContext, ports: TurnPorts, signal: AbortSignal) {
    this.#context = context;
    const { limits = usualTurnLimits, model, clock } = ports;
    this.#model = limitsOf(model.facts);
    this.#window = ports.window ?? new ModelWindow();
    this.#budget = new TurnBudget(limits, this.#model.pricePerMillion, clock);
    this.#ports = { ...ports, budget: this.#budget };
    this.#signal = signal;
    this.#messages = [...context.messages];
    this.#calls = [...context.calls];
  }

  async run(): Promise<TurnEnd> {
    try {
      for (;;) {
        const end = await this.#step();
        if (end) return end;
      }
    } catch (error) {
      return isAbort(error, this.#signal) ? this.#stopped() : this.#broken(error);
    }
  }

  /** One answer of the model and the calls in it; null when the model is to be asked again. */
  async #step(): Promise<TurnEnd | null> {
    if (this.#signal.aborted) return this.#stopped();
    const limit = this.#budget.beforeStep();
    if (limit) return this.#failed(limit);
    this.#takeQueued();
    const { recorder, tools, ended } = await this.#ask();
    const cut = this.#signal.aborted ? null : whyCut(ended);
    if (this.#signal.aborted || cut) {
      this.#leaveOut(recorder, cut);
      return cut ? this.#failed(cut) : this.#stopped();
    }
    return await this.#runCalls(recorder, tools);
  }

  async #runCalls(recorder: StepRecorder, tools: readonly OfferedTool[]): Promise<TurnEnd | null> {
    const ran = await runCalls(recorder.calls, tools, this.#ports, this.#signal);
    this.#calls.push(...ran.calls);
    if (this.#signal.aborted) return this.#stopped();
    if (ran.limit) return this.#failed(ran.limit);
    // Whoever wrote meanwhile wants an answer to it too.
    const goesOn = ran.calls.length > 0 || this.#takeQueued();
    return goesOn ? null : { reason: "finished", usage: this.#budget.usage };
  }

  #takeQueued(): boolean {
    const queued = this.#ports.takeQueued?.() ?? [];
    this.#messages.push(...queued);
    return queued.length > 0;
  }

  /** Streams one answer into a message. When it breaks off, what came so far is kept. */
  async #ask(): Promise<Answer> {
    const ports = this.#ports;
    this.#budget.takeStep();
    ports.emit({ type: "turn-state", state: "streaming" });
    const tools = await untilAborted(ports.tools.offered(this.#signal), this.#signal);
    const request = await this.#request(tools);
    const [message, earlier] = [this.#emptyMessage(), [...this.#calls]];
    const recorder = new StepRecorder({ ...ports, tools, earlier, message });
    let ended: StepEnd | null = null;
    try {
      ended = await this.#stream(request, recorder);
    } catch (error) {
      this.#leaveOut(recorder, null);
      throw error;
    } finally {
      recorder.close();
    }
    if (ended) this.#spend(ended.usage);
    this.#keepAnswer(recorder, ended !== null);
    return { recorder, tools, ended };
  }

  /** As much of the conversation as the model takes (M31). */
  async #request(tools: readonly OfferedTool[]): Promise<StepRequest> {
    const instructions = this.#ports.instructions();
    const { contextTokens } = this.#model;
    const parts = { messages: this.#messages, calls: this.#calls, instructions, tools };
    const fitted = await this.#window.fit(
      { ...parts, contextTokens },
      {
        summarise: (messages, before) => this.#summarise(messages, before),
        keepResult: (call) => this.#ports.keepResult?.(call),
      },
    );
    this.#tellWindow(fitted.tokens);
    return { instructions, tools, transcript: buildTranscript(fitted.messages, fitted.calls) };
  }

  async #summarise(
    messages: readonly Message[],
    before: ContextSummary | null,
  ): Promise<ContextSummary> {
    const { model, newId, clock, journal, emit } = this.#ports;
    const parts = { messages, before, calls: this.#calls, ...this.#model };
    const { text, usage } = await writeSummary(parts, model, this.#signal);
    if (usage) this.#budget.spend(usage);
    const summary: ContextSummary = {
      id: newId(),
      conversationId: this.#context.conversationId,
      through: messages.at(-1)?.sequence ?? 0,
      text,
      createdAt: clock(),
    };
    journal.saveSummary(summary);
    emit({ type: "summary", summary });
    return summary;
  }

  #spend(usage: Usage): void {
    this.#budget.spend(usage);
    this.#window.correct(usage);
    if (usage.inputTokens > 0) this.#tellWindow(usage.inputTokens + usage.outputTokens);
  }

  #tellWindow(usedTokens: number): void {
    const { usage } = this.#budget;
    this.#ports.emit({ type: "window", usedTokens, usage, limits: this.#model });
  }

  /** Null when the stream ended without an end, as after an abort. */
  async #stream(request: StepRequest, recorder: StepRecorder): Promise<StepEnd | null> {
    let ended: StepEnd | null = null;
    for await (const event of this.#ports.model.stream(request, this.#signal)) {
      if (event.type === "step-end") ended = event;
      else recorder.take(event);
      const limit = this.#budget.used();
      if (limit && !ended) throw new AppError(limit.code, limit.message);
    }
    return ended;
  }

  #keepAnswer(recorder: StepRecorder, complete: boolean): void {
    if (recorder.isEmpty) return;
    this.#messages.push(recorder.finish(complete));
    // On disk with the answer: after a crash each of them has a result, and none is forgotten.
    for (const { call } of recorder.calls) this.#ports.journal.saveToolCall(call);
  }

  /** The calls of an answer that was cut off are not run: they may be half of what was meant. */
  #leaveOut(recorder: StepRecorder, why: Failure | null): void {
    if (!recorder.isEmpty && this.#messages.at(-1)?.id !== recorder.messageId) {
      this.#messages.push(recorder.finish(false));
    }
    const failure = why ? { ...why, message: CALL_OF_CUT_ANSWER } : null;
    for (const { call } of recorder.calls) {
      this.#calls.push(skipCall(call, this.#ports, failure));
    }
  }

  #emptyMessage(): Message {
    const { conversationId, turnId } = this.#context;
    return {
      id: this.#ports.newId(),
      conversationId,
      turnId,
      sequence: (this.#messages.at(-1)?.sequence ?? 0) + 1,
      role: "assistant",
      createdAt: this.#ports.clock(),
      parts: [],
      complete: false,
    };
  }

  #stopped(): TurnEnd {
    return { reason: "stopped", usage: this.#budget.usage };
  }

  #broken(error: unknown): TurnEnd {
    return this.#failed(toFailureLogged(error, this.#ports.logger));
  }

  #failed(failure: Failure): TurnEnd {
    return { reason: "failed", failure, usage: this.#budget.usage };
  }
}

/** Why the calls in an answer are not to be run; null for an answer that is whole. */
function whyCut(ended: StepEnd | null): Failure | null {
  if (ended === null) return endedEarly;
  return ended.reason === "length" ? cutByLength : null;
}

const CALL_OF_CUT_ANSWER =
  "The answer was cut off before its end, so this call in it was not run. Make it again if it is still wanted, in a shorter answer.";

const cutByLength: Failure = {
  code: "limit-answer",
  message:
    "The model's answer was cut off at its length limit. What came before it stays, and no call in it was run; it goes on if you let it continue.",
};

const endedEarly: Failure = {
  code: "model-ended-early",
  message: "The model's answer broke off before its end. What came before it stays; try again.",
};
