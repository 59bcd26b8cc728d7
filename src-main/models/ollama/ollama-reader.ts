import { newId } from "../../base/ids.ts";
import type { StepEvent } from "../../agent/ports.ts";
import { isObject } from "../wire/json.ts";

/** One line of Ollama's stream, as far as it is read. */
export interface OllamaChunk {
  readonly message?: {
    readonly content?: string;
    readonly thinking?: string;
    readonly tool_calls?: readonly {
      readonly id?: string;
      readonly function?: { readonly name?: string; readonly arguments?: unknown };
    }[];
  };
  readonly done?: boolean;
  readonly done_reason?: string;
  readonly prompt_eval_count?: number;
  readonly eval_count?: number;
  readonly error?: string;
}

type Call = Extract<StepEvent, { type: "tool-call" }>;

/** Follows one answer; a call comes whole and is held back until the answer is. */
export class OllamaReader {
  ended = false;
  #open: "text" | "reasoning" | null = null;
  readonly #calls: Call[] = [];

  read(chunk: OllamaChunk): readonly StepEvent[] {
    const { content, thinking, tool_calls: calls = [] } = chunk.message ?? {};
    return [
      ...this.#words("reasoning", thinking),
      ...this.#words("text", content),
      ...calls.flatMap((call) => this.#call(call.id, call.function)),
      ...(chunk.done === true ? this.#end(chunk) : []),
    ];
  }

  #words(kind: "text" | "reasoning", delta: string | undefined): readonly StepEvent[] {
    if (delta === undefined || delta === "") return [];
    const before =
      this.#open === kind ? [] : [...this.#close(), { type: `${kind}-start` } as const];
    this.#open = kind;
    return [...before, { type: `${kind}-delta`, delta }];
  }

  #close(): readonly StepEvent[] {
    const wasReasoning = this.#open === "reasoning";
    this.#open = null;
    return wasReasoning ? [{ type: "reasoning-end" }] : [];
  }

  #call(id: string | undefined, written: OllamaCall | undefined): readonly StepEvent[] {
    const name = written?.name ?? "";
    const isTaken = this.#calls.some((call) => call.callId === id);
    const callId = id === undefined || id === "" || isTaken ? newId() : id;
    const { arguments: args = {} } = written ?? {};
    // Ollama hands out an object; some that look like it hand out its text.
    const argumentsText = typeof args === "string" ? args : JSON.stringify(args);
    const whole = { callId, name, arguments: isObject(args) ? args : null, argumentsText };
    this.#calls.push({ type: "tool-call", ...whole });
    return [
      ...this.#close(),
      { type: "tool-call-start", callId, name },
      { type: "tool-call-delta", callId, delta: argumentsText },
    ];
  }

  #end(chunk: OllamaChunk): readonly StepEvent[] {
    this.ended = true;
    const usage = {
      inputTokens: chunk.prompt_eval_count ?? 0,
      outputTokens: chunk.eval_count ?? 0,
      cachedInputTokens: 0,
    };
    const reason = this.#reasonOf(chunk.done_reason);
    return [...this.#close(), ...this.#calls, { type: "step-end", reason, usage }];
  }

  #reasonOf(reason: string | undefined): "stop" | "tool-calls" | "length" | "other" {
    if (reason === "length") return "length";
    if (this.#calls.length > 0) return "tool-calls";
    return reason === "stop" || reason === undefined ? "stop" : "other";
  }
}

type OllamaCall = NonNullable<
  NonNullable<OllamaChunk["message"]>["tool_calls"]
>[number]["function"];
