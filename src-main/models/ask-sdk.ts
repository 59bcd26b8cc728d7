import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogle } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import {
  jsonSchema,
  streamText,
  tool,
  type LanguageModel,
  type ProviderMetadata,
  type ToolSet,
} from "ai";
import type { StepEvent } from "../agent/ports.ts";
import { toStepEvents } from "./from-sdk-stream.ts";
import { isProviderItself, type RemoteProvider } from "./model-address.ts";
import type { ModelPlace } from "./model-errors.ts";
import { cacheBreakpoint, toSdkMessages } from "./to-sdk-messages.ts";
import type { WireRequest, WireTool } from "./wire/wire-request.ts";

/** The SDK would print its warnings about requests to the console, where nobody of ours looks. */
globalThis.AI_SDK_LOG_WARNINGS = false;

/**
 * Longest answer asked of Anthropic, in tokens, thinking included. Every model since Claude 4 takes
 * it, and the SDK lowers it for those that it knows to take less. The others get no limit: some
 * refuse the member, others one that exceeds what the prompt leaves of their window.
 */
const MAX_OUTPUT_TOKENS = 32_000;

export type SdkProvider = Exclude<RemoteProvider, "ollama">;

export interface SdkAsk {
  readonly provider: SdkProvider;
  readonly place: ModelPlace;
  readonly fetch: typeof fetch;
  /** Whether to ask for the model's thoughts where that has to be asked for. */
  readonly thoughts: boolean;
  /** What providers want back with their calls; read for this request, and filled by its answer. */
  readonly callData: Map<string, ProviderMetadata>;
  readonly signal: AbortSignal;
}

/** One request by the SDK, exactly as it was made to fit, and its answer as it streams (M29). */
export function askSdk(request: WireRequest, ask: SdkAsk): AsyncIterable<StepEvent> {
  const { provider, callData, signal } = ask;
  const { stream } = streamText({
    model: languageModel(ask),
    instructions: {
      role: "system",
      content: request.instructions,
      ...(provider === "anthropic" ? { providerOptions: cacheBreakpoint } : {}),
    },
    messages: toSdkMessages(request.entries, { provider, callData }),
    tools: toolSet(request.tools),
    abortSignal: signal,
    // Retries are ours: they have to know what was shown already.
    maxRetries: 0,
    // Errors arrive in the stream as well; without this the SDK prints them.
    onError: () => {},
    ...settingsFor(ask),
  });
  return toStepEvents(stream, callData);
}

function languageModel({ provider, place, fetch }: SdkAsk): LanguageModel {
  const { base, model, key } = place;
  // Without a key of ours the SDK would take one from the environment.
  const settings = { baseURL: base.href, fetch, apiKey: key ?? "" };
  switch (provider) {
    case "anthropic":
      return createAnthropic(settings)(model);
    case "openai":
      return createOpenAI(settings).responses(model);
    case "google":
      return createGoogle(settings)(model);
    case "openai-compatible":
      return createOpenAICompatible({ ...settings, name: provider, includeUsage: true })(model);
  }
}

function settingsFor({ provider, place, thoughts }: SdkAsk) {
  switch (provider) {
    case "anthropic":
      return anthropicSettings(place);
    case "openai":
      // Nothing of a conversation stays with the provider; its thoughts travel along, encrypted.
      return {
        providerOptions: {
          openai: { store: false, ...(thoughts ? { reasoningSummary: "auto" } : {}) },
        },
      };
    case "google":
      if (!thoughts) return {};
      return { providerOptions: { google: { thinkingConfig: { includeThoughts: true } } } };
    case "openai-compatible":
      return {};
  }
}

/**
 * Fine-grained streaming of tool arguments is a member of every tool in the request. Anthropic
 * itself knows it; a server that only speaks like it may refuse members that it does not know.
 */
function anthropicSettings({ base }: ModelPlace) {
  return {
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    providerOptions: { anthropic: { toolStreaming: isProviderItself("anthropic", base) } },
  };
}

/** Tools without `execute`: the SDK hands their calls out and stops there. */
function toolSet(tools: readonly WireTool[]): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, schema }) => [
      name,
      tool({ description, inputSchema: jsonSchema(schema) }),
    ]),
  );
}
