import type { Failure } from "../../src-preload/model/failure.ts";
import type { Message } from "../../src-preload/model/message.ts";
import type { ToolCall } from "../../src-preload/model/tool-call.ts";
import { noUsage, type Usage } from "../../src-preload/model/turn.ts";
import { isAbort } from "../base/errors.ts";
import { toFailureLogged } from "../base/logger.ts";
import { untilAborted } from "../base/waiting.ts";
import type { ModelPort, StepEvent } from "./ports.ts";
import { runCall, type CallPorts } from "./run-call.ts";
import { StepRecorder } from "./step-recorder.ts";
import { buildTranscript } from "./transcript.ts";
import type { TurnEnd } from "./turn-event.ts";

/** A turn that has asked the model this often stops and lets the person say whether to go on (S59). */
export const MAX_STEPS = 200;

export interface TurnContext {
  readonly conversationId: string;
  readonly turnId: string;
  /** Everything in the conversation up to and with the message that begins the turn. */
  readonly messages: readonly Message[];
  readonly calls: readonly ToolCall[];
}

export interface TurnPorts extends CallPorts {
  readonly model: ModelPort;
  /** What the model is told about its work, asked anew before each step. */
  readonly instructions: () => string;
  readonly newId: () => string;
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
  readonly #ports: TurnPorts;
  readonly #signal: AbortSignal;
  readonly #messages: Message[];
  readonly #calls: ToolCall[];
  #usage: Usage = noUsage;

  constructor(context: TurnContext, ports: TurnPorts, signal: AbortSignal) {
    this.#context = context;
    this.#ports = ports;
    this.#signal = signal;
    this.#messages = [...context.messages];
    this.#calls = [...context.calls];
  }

  async run(): Promise<TurnEnd> {
    try {
      for (let step = 0; step < MAX_STEPS; step += 1) {
        if (this.#signal.aborted) return this.#stopped();
        const end = await this.#step();
        if (end) return end;
      }
      return this.#failed(tooManySteps);
    } catch (error) {
      return isAbort(error, this.#signal) ? this.#stopped() : this.#broken(error);
    }
  }

  /** One answer of the model and the calls in it; null when the model is to be asked again. */
  async #step(): Promise<TurnEnd | null> {
    const { ports, recorder, ended } = await this.#ask();
    if (this.#signal.aborted || ended.reason === "length") {
      this.#leaveOut(recorder);
      return this.#signal.aborted ? this.#stopped() : this.#failed(cutByLength);
    }
    for (const written of recorder.calls) {
      this.#calls.push(await runCall(written, ports, this.#signal));
    }
    if (this.#signal.aborted) return this.#stopped();
    return recorder.calls.length === 0 ? { reason: "finished", usage: this.#usage } : null;
  }

  /** Streams one answer into a message. When it breaks off, what came so far is kept. */
  async #ask(): Promise<{ ports: TurnPorts; recorder: StepRecorder; ended: StepEnd }> {
    const ports = this.#ports;
    ports.emit({ type: "turn-state", state: "streaming" });
    const tools = await untilAborted(ports.tools.offered(this.#signal), this.#signal);
    const [message, earlier] = [this.#emptyMessage(), [...this.#calls]];
    const recorder = new StepRecorder({ ...ports, tools, earlier, message });
    const request = {
      instructions: ports.instructions(),
      transcript: buildTranscript(this.#messages, this.#calls),
      tools,
    };
    let ended: StepEnd | null = null;
    try {
      for await (const event of ports.model.stream(request, this.#signal)) {
        if (event.type === "step-end") ended = event;
        else recorder.take(event);
      }
    } catch (error) {
      this.#leaveOut(recorder);
      throw error;
    } finally {
      recorder.close();
    }
    if (ended) this.#usage = add(this.#usage, ended.usage);
    if (!recorder.isEmpty) this.#messages.push(recorder.finish(ended !== null));
    return { ports, recorder, ended: ended ?? endedWithoutWord };
  }

  /** The calls of an answer that was cut off are not run: they may be half of what was meant. */
  #leaveOut(recorder: StepRecorder): void {
    if (!recorder.isEmpty && this.#messages.at(-1)?.id !== recorder.messageId) {
      this.#messages.push(recorder.finish(false));
    }
    for (const { call } of recorder.calls) {
      const skipped: ToolCall = { ...call, state: "skipped", argumentsText: null };
      this.#ports.journal.saveToolCall(skipped);
      this.#ports.emit({ type: "tool-call", call: skipped });
      this.#calls.push(skipped);
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
    return { reason: "stopped", usage: this.#usage };
  }

  #broken(error: unknown): TurnEnd {
    return this.#failed(toFailureLogged(error, this.#ports.logger));
  }

  #failed(failure: Failure): TurnEnd {
    return { reason: "failed", failure, usage: this.#usage };
  }
}

/** A model that stops streaming without an end, which only an abort may do. */
const endedWithoutWord: StepEnd = { type: "step-end", reason: "other", usage: noUsage };

const tooManySteps: Failure = {
  code: "too-many-steps",
  message: `This turn has taken ${MAX_STEPS} steps. Write "go on" if it shall continue.`,
};

const cutByLength: Failure = {
  code: "answer-too-long",
  message: `The model's answer was cut off at its length limit. Write "go on" to let it continue; calls in a cut answer are not run.`,
};

function add(a: Usage, b: Usage): Usage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cachedInputTokens: a.cachedInputTokens + b.cachedInputTokens,
  };
}
