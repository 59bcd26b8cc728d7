import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { jsonSchema, streamText, tool, type LanguageModel, type ToolSet } from "ai";
import type { ModelPort, OfferedTool, StepEvent, StepRequest } from "../agent/ports.ts";
import type { ModelConnection } from "../../src-preload/model/settings.ts";
import { toStepEvents } from "./from-sdk-stream.ts";
import { isAnthropicItself, requestBase, type RemoteProvider } from "./model-address.ts";
import { noStream, toModelError, type ModelPlace } from "./model-errors.ts";
import { withRetries, type RetryPolicy } from "./retry.ts";
import { toSdkMessages, type ReadPicture } from "./to-sdk-messages.ts";

/** The SDK would print its warnings about requests to the console, where nobody of ours looks. */
globalThis.AI_SDK_LOG_WARNINGS = false;

/**
 * Longest answer asked of Anthropic, in tokens, thinking included. Every model since Claude 4 takes
 * it, and the SDK lowers it for those that it knows to take less. Chat-completions servers get no
 * limit: some refuse the member, others one that exceeds what the prompt leaves of their window.
 */
const MAX_OUTPUT_TOKENS = 32_000;

export interface SdkModelOptions {
  readonly key: string | null;
  readonly readPicture: ReadPicture;
  readonly retry: RetryPolicy;
}

type RemoteConnection = Pick<ModelConnection, "baseUrl" | "model"> & {
  readonly provider: RemoteProvider;
};

/** A model that is asked over the network, one step at a time (M28, M29). */
export class SdkModel implements ModelPort {
  readonly #connection: RemoteConnection;
  readonly #options: SdkModelOptions;

  constructor(connection: RemoteConnection, options: SdkModelOptions) {
    this.#connection = connection;
    this.#options = options;
  }

  async *stream(request: StepRequest, signal: AbortSignal): AsyncGenerator<StepEvent> {
    const { provider, baseUrl, model } = this.#connection;
    const place = { base: requestBase(provider, baseUrl), model, key: this.#options.key };
    const attempt = () => this.#attempt(request, place, signal);
    try {
      yield* withRetries(attempt, this.#options.retry, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** One request. Whoever stops reading early closes the connection by it. */
  async *#attempt(
    request: StepRequest,
    place: ModelPlace,
    signal: AbortSignal,
  ): AsyncGenerator<StepEvent> {
    const unread = new AbortController();
    try {
      const { stream } = this.#ask(request, place, AbortSignal.any([signal, unread.signal]));
      yield* toStepEvents(stream);
    } catch (error) {
      throw toModelError(error, place);
    } finally {
      unread.abort();
    }
  }

  #ask(request: StepRequest, place: ModelPlace, abortSignal: AbortSignal) {
    const { provider } = this.#connection;
    return streamText({
      model: languageModel(provider, place),
      instructions: request.instructions,
      messages: toSdkMessages(request.transcript, provider, this.#options.readPicture),
      tools: toolSet(request.tools),
      abortSignal,
      // Retries are ours: they have to know what was shown already.
      maxRetries: 0,
      // Errors arrive in the stream as well; without this the SDK prints them.
      onError: () => {},
      ...(provider === "anthropic" ? anthropicSettings(place) : {}),
    });
  }
}

function languageModel(provider: RemoteProvider, place: ModelPlace): LanguageModel {
  const { base, model, key } = place;
  const settings = { baseURL: base.href, fetch: fetchFor(place) };
  if (provider === "anthropic") {
    // Without a key of ours the SDK would take one from the environment.
    return createAnthropic({ ...settings, apiKey: key ?? "" })(model);
  }
  const withKey = key === null ? {} : { apiKey: key };
  const name = "openai-compatible";
  return createOpenAICompatible({ ...settings, ...withKey, name, includeUsage: true })(model);
}

/**
 * Fine-grained streaming of tool arguments is a member of every tool in the request. Anthropic
 * itself knows it; a server that only speaks like it may refuse members that it does not know.
 */
function anthropicSettings({ base }: ModelPlace) {
  return {
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    providerOptions: { anthropic: { toolStreaming: isAnthropicItself(base) } },
  };
}

/** No redirects, since the key would go along, and no empty header where there is no key. */
function fetchFor({ key, base }: ModelPlace): typeof fetch {
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    if (key === null) headers.delete("x-api-key");
    const response = await fetch(input, { ...init, headers, redirect: "manual" });
    if (response.ok && isWholeDocument(response)) {
      await response.body?.cancel();
      throw noStream(base);
    }
    return response;
  };
}

/** A web page at a mistyped address, or a server that does not stream: the SDK would see nothing. */
function isWholeDocument(response: Response): boolean {
  const type = response.headers.get("content-type") ?? "";
  return type.startsWith("text/html") || type.startsWith("application/json");
}

/** Tools without `execute`: the SDK hands their calls out and stops there. */
function toolSet(tools: readonly OfferedTool[]): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, inputSchema }) => [
      name,
      tool({ description, inputSchema: jsonSchema(inputSchema) }),
    ]),
  );
}
