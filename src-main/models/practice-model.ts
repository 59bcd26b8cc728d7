import { setTimeout as delay } from "node:timers/promises";
import { newId } from "../base/ids.ts";
import type { ModelPort, StepEvent, StepRequest } from "../agent/ports.ts";
import { noUsage } from "../../src-preload/model/turn.ts";
import { openPageScript } from "./open-page-script.ts";
import type { PracticeAnswer, PracticeCall, PracticeScript } from "./practice-script.ts";

/** Pause between two pieces of text, in milliseconds: about as fast as a quick model writes. */
export const PRACTICE_DELAY_MS = 25;

/** Length of a piece, in characters: about a word, as models stream it. */
const DELTA_CHARS = 6;

export interface PracticeOptions {
  readonly script?: PracticeScript;
  /** Milliseconds between two pieces; 0 where nobody watches. */
  readonly delayMs?: number;
}

/**
 * Stands in for a model and follows a fixed script, so that everything else can be tried without a
 * key: browser, approvals and pictures are real. It says so in its first words.
 */
export class PracticeModel implements ModelPort {
  readonly #script: PracticeScript;
  readonly #delayMs: number;

  constructor({ script = openPageScript, delayMs = PRACTICE_DELAY_MS }: PracticeOptions = {}) {
    this.#script = script;
    this.#delayMs = delayMs;
  }

  async *stream(request: StepRequest, signal: AbortSignal): AsyncGenerator<StepEvent> {
    for (const event of eventsOf(this.#script(request))) {
      if (isDelta(event) && this.#delayMs > 0) await pause(this.#delayMs, signal);
      if (signal.aborted) return;
      yield event;
    }
  }
}

function eventsOf({ text, calls }: PracticeAnswer): readonly StepEvent[] {
  return [
    { type: "text-start" },
    ...inDeltas(text).map((delta) => ({ type: "text-delta" as const, delta })),
    ...calls.flatMap(callEvents),
    { type: "step-end", reason: calls.length > 0 ? "tool-calls" : "stop", usage: noUsage },
  ];
}

function callEvents(call: PracticeCall): readonly StepEvent[] {
  const callId = newId();
  const argumentsText = JSON.stringify(call.arguments);
  return [
    { type: "tool-call-start", callId, name: call.name },
    ...inDeltas(argumentsText).map((delta) => ({
      type: "tool-call-delta" as const,
      callId,
      delta,
    })),
    { type: "tool-call", callId, name: call.name, arguments: call.arguments, argumentsText },
  ];
}

function inDeltas(text: string): readonly string[] {
  return text.match(new RegExp(`.{1,${DELTA_CHARS}}`, "gsu")) ?? [];
}

function isDelta(event: StepEvent): boolean {
  return event.type === "text-delta" || event.type === "tool-call-delta";
}

/** Ends early, and in peace, when the signal is aborted: the caller looks at it. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => {});
}
