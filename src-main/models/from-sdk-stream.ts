import type { LanguageModelUsage, ProviderMetadata, TextStreamPart, ToolSet } from "ai";
import type { JsonObject, StepEvent } from "../agent/ports.ts";
import type { Usage } from "../../src-preload/model/turn.ts";
import { StreamEndedEarly } from "./model-errors.ts";
import { isObject } from "./wire/json.ts";

type SdkPart = TextStreamPart<ToolSet>;
type SdkCall = Extract<SdkPart, { type: "tool-call" }>;
type SdkFinish = Extract<SdkPart, { type: "finish" }>;

/**
 * One answer in the words of the port (M29). Throws the SDK's own error when the stream reports one,
 * and {@link StreamEndedEarly} when it ends without an end; after an abort it just ends. What the
 * provider wants back with a call goes into `callData`, under the call's id.
 */
export async function* toStepEvents(
  parts: AsyncIterable<SdkPart>,
  callData = new Map<string, ProviderMetadata>(),
): AsyncGenerator<StepEvent> {
  const reader = new StreamReader(callData);
  for await (const part of parts) {
    // An error is followed by a finish that looks like any other, so it has to be thrown at once.
    if (part.type === "error") throw part.error;
    if (part.type === "abort") return;
    // One by one: handed on as a list each event would take twice the time.
    for (const event of reader.read(part)) yield event;
  }
  if (!reader.ended) throw new StreamEndedEarly();
}

/** Follows one stream; knows which part is open and what each call has written so far. */
class StreamReader {
  ended = false;
  #openText: string | null = null;
  #reasoningData: ProviderMetadata = {};
  /** Pieces of one thought may be open side by side. */
  readonly #openReasoning = new Set<string>();
  readonly #argumentsText = new Map<string, string>();
  /** Held back until the answer is whole: a call of an answer that breaks off must not be run. */
  readonly #calls = new Map<string, StepEvent>();
  /** Ours, by the provider's: it may give one id to two calls. */
  readonly #ids = new Map<string, string>();
  readonly #callData: Map<string, ProviderMetadata>;

  constructor(callData: Map<string, ProviderMetadata>) {
    this.#callData = callData;
  }

  read(part: SdkPart): readonly StepEvent[] {
    switch (part.type) {
      case "text-delta":
        return this.#text(part.id, part.text);
      case "reasoning-start":
        return this.#reasoningStart(part.id, part.providerMetadata);
      case "reasoning-delta":
        return this.#reasoningDelta(part.text, part.providerMetadata);
      case "reasoning-end":
        return this.#reasoningEnd(part.id, part.providerMetadata);
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

  #reasoningStart(id: string, data: ProviderMetadata | undefined): readonly StepEvent[] {
    this.#openText = null;
    const goesOn = this.#openReasoning.size > 0;
    this.#openReasoning.add(id);
    this.#reasoningData = goesOn ? merged(this.#reasoningData, data) : { ...data };
    return [goesOn ? { type: "reasoning-delta", delta: "\n\n" } : { type: "reasoning-start" }];
  }

  /** A signature comes as a delta without text. */
  #reasoningDelta(text: string, data: ProviderMetadata | undefined): readonly StepEvent[] {
    this.#reasoningData = merged(this.#reasoningData, data);
    return text === "" ? [] : [{ type: "reasoning-delta", delta: text }];
  }

  #reasoningEnd(id: string, data: ProviderMetadata | undefined): readonly StepEvent[] {
    const providerData = merged(this.#reasoningData, data);
    this.#reasoningData = providerData;
    this.#openReasoning.delete(id);
    if (this.#openReasoning.size > 0) return [];
    if (Object.keys(providerData).length === 0) return [{ type: "reasoning-end" }];
    return [{ type: "reasoning-end", providerData }];
  }

  #callStart(wireId: string, name: string): readonly StepEvent[] {
    this.#openText = null;
    const callId = this.#freeId(wireId);
    this.#ids.set(wireId, callId);
    this.#argumentsText.set(callId, "");
    return [{ type: "tool-call-start", callId, name }];
  }

  #callDelta(wireId: string, delta: string): readonly StepEvent[] {
    if (delta === "") return [];
    const callId = this.#ids.get(wireId) ?? wireId;
    this.#argumentsText.set(callId, (this.#argumentsText.get(callId) ?? "") + delta);
    return [{ type: "tool-call-delta", callId, delta }];
  }

  #call(part: SdkCall): readonly StepEvent[] {
    const { toolCallId: wireId, toolName: name, input } = part;
    const start = this.#ids.has(wireId) ? [] : this.#callStart(wireId, name);
    const callId = this.#ids.get(wireId) ?? wireId;
    const argumentsText = this.#argumentsText.get(callId) || textOf(input);
    const call = { callId, name, arguments: argumentsFrom(argumentsText), argumentsText };
    this.#calls.set(callId, { type: "tool-call", ...call });
    if (part.providerMetadata) this.#callData.set(callId, part.providerMetadata);
    return start;
  }

  /** Two calls under one id could not be told apart when their results are sent back. */
  #freeId(wireId: string): string {
    let id = wireId;
    for (let number = 2; this.#argumentsText.has(id); number += 1) id = `${wireId}_${number}`;
    return id;
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

/** Null for anything but a JSON object. Providers write nothing at all for a call without arguments (B12.1). */
export function argumentsFrom(text: string): JsonObject | null {
  if (text.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    // The loop tells the model what it wrote.
    return null;
  }
}

/** Later pieces add to what is known of each provider's own. */
function merged(known: ProviderMetadata, more: ProviderMetadata | undefined): ProviderMetadata {
  const both = { ...known };
  for (const [provider, data] of Object.entries(more ?? {})) {
    both[provider] = { ...both[provider], ...data };
  }
  return both;
}

function textOf(input: unknown): string {
  return typeof input === "string" ? input : JSON.stringify(input ?? {});
}

function usageOf(usage: LanguageModelUsage): Usage {
  const written = usage.inputTokenDetails.cacheWriteTokens ?? 0;
  return {
    inputTokens: usage.inputTokens ?? 0,
    outputTokens: usage.outputTokens ?? 0,
    cachedInputTokens: usage.inputTokenDetails.cacheReadTokens ?? 0,
    ...(written > 0 ? { cacheWriteTokens: written } : {}),
  };
}
