import type { LanguageModelUsage, ProviderMetadata, TextStreamPart, ToolSet } from "ai";
import type { JsonObject, StepEvent } from "../agent/ports.ts";
import type { Usage } from "../../src-preload/model/turn.ts";
import { StreamEndedEarly } from "./model-errors.ts";

type SdkPart = TextStreamPart<ToolSet>;
type SdkCall = Extract<SdkPart, { type: "tool-call" }>;
type SdkFinish = Extract<SdkPart, { type: "finish" }>;

/**
 * One answer in the words of the port (M29). Throws the SDK's own error when the stream reports one,
 * and {@link StreamEndedEarly} when it ends without an end; after an abort it just ends.
 */
export async function* toStepEvents(parts: AsyncIterable<SdkPart>): AsyncGenerator<StepEvent> {
  const reader = new StreamReader();
  for await (const part of parts) {
    // An error is followed by a finish that looks like any other, so it has to be thrown at once.
    if (part.type === "error") throw part.error;
    if (part.type === "abort") return;
    yield* reader.read(part);
  }
  if (!reader.ended) throw new StreamEndedEarly();
}

/** Follows one stream; knows which part is open and what each call has written so far. */
class StreamReader {
  ended = false;
  #openText: string | null = null;
  #reasoningData: ProviderMetadata = {};
  readonly #argumentsText = new Map<string, string>();
  /** Held back until the answer is whole: a call of an answer that breaks off must not be run. */
  readonly #calls = new Map<string, StepEvent>();

  read(part: SdkPart): readonly StepEvent[] {
    switch (part.type) {
      case "text-delta":
        return this.#text(part.id, part.text);
      case "reasoning-start":
        return this.#reasoningStart(part.providerMetadata);
      case "reasoning-delta":
        return this.#reasoningDelta(part.text, part.providerMetadata);
      case "reasoning-end":
        return this.#reasoningEnd(part.providerMetadata);
      case "tool-input-start":
        return this.#callStart(part.id, part.toolName);
      case "tool-input-delta":
        return this.#callDelta(part.id, part.delta);
      case "tool-call":
        return this.#call(part);
      case "finish":
        return this.#finish(part);
      default:
        // Marks of the SDK's own, and the errors that it makes of calls which the loop answers itself.
        return [];
    }
  }

  /** A text begins with its first character: providers open texts that stay empty. */
  #text(id: string, text: string): readonly StepEvent[] {
    if (text === "") return [];
    const delta: StepEvent = { type: "text-delta", delta: text };
    if (this.#openText === id) return [delta];
    this.#openText = id;
    return [{ type: "text-start" }, delta];
  }

  #reasoningStart(data: ProviderMetadata | undefined): readonly StepEvent[] {
    this.#openText = null;
    this.#reasoningData = { ...data };
    return [{ type: "reasoning-start" }];
  }

  /** A signature comes as a delta without text. */
  #reasoningDelta(text: string, data: ProviderMetadata | undefined): readonly StepEvent[] {
    this.#reasoningData = { ...this.#reasoningData, ...data };
    return text === "" ? [] : [{ type: "reasoning-delta", delta: text }];
  }

  #reasoningEnd(data: ProviderMetadata | undefined): readonly StepEvent[] {
    const providerData = { ...this.#reasoningData, ...data };
    if (Object.keys(providerData).length === 0) return [{ type: "reasoning-end" }];
    return [{ type: "reasoning-end", providerData }];
  }

  #callStart(callId: string, name: string): readonly StepEvent[] {
    this.#openText = null;
    this.#argumentsText.set(callId, "");
    return [{ type: "tool-call-start", callId, name }];
  }

  #callDelta(callId: string, delta: string): readonly StepEvent[] {
    if (delta === "") return [];
    this.#argumentsText.set(callId, (this.#argumentsText.get(callId) ?? "") + delta);
    return [{ type: "tool-call-delta", callId, delta }];
  }

  #call(part: SdkCall): readonly StepEvent[] {
    const { toolCallId: callId, toolName: name, input } = part;
    const start = this.#argumentsText.has(callId) ? [] : this.#callStart(callId, name);
    const argumentsText = this.#argumentsText.get(callId) || textOf(input);
    const call = { callId, name, arguments: argumentsOf(input), argumentsText };
    this.#calls.set(callId, { type: "tool-call", ...call });
    return start;
  }

  #finish(part: SdkFinish): readonly StepEvent[] {
    if (part.finishReason === "interrupted" || part.finishReason === "error") {
      throw new StreamEndedEarly();
    }
    this.ended = true;
    const usage = usageOf(part.totalUsage);
    const reason = this.#reasonOf(part.finishReason);
    return [...this.#calls.values(), { type: "step-end", reason, usage }];
  }

  /** Some servers end with `stop` although they ask for tools. */
  #reasonOf(reason: SdkFinish["finishReason"]): "stop" | "tool-calls" | "length" | "other" {
    if (reason === "length") return "length";
    if (this.#calls.size > 0) return "tool-calls";
    return reason === "stop" ? "stop" : "other";
  }
}

/** The SDK leaves a text that is no JSON as it is, and nothing at all as an empty text. */
function argumentsOf(input: unknown): JsonObject | null {
  if (input === "") return {};
  return isObject(input) ? input : null;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textOf(input: unknown): string {
  return typeof input === "string" ? input : JSON.stringify(input ?? {});
}

function usageOf(usage: LanguageModelUsage): Usage {
  return {
    inputTokens: usage.inputTokens ?? 0,
    outputTokens: usage.outputTokens ?? 0,
    cachedInputTokens: usage.inputTokenDetails.cacheReadTokens ?? 0,
  };
}
