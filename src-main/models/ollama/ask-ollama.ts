import type { StepEvent } from "../../agent/ports.ts";
import { refusalOf } from "../http-refusal.ts";
import { noStream, ServerGaveUp, StreamEndedEarly, type ModelPlace } from "../model-errors.ts";
import type { WireRequest } from "../wire/wire-request.ts";
import { jsonLines } from "./json-lines.ts";
import { OllamaReader, type OllamaChunk } from "./ollama-reader.ts";
import { toOllamaMessages, toOllamaTools } from "./to-ollama-messages.ts";

export interface OllamaAsk {
  readonly place: ModelPlace;
  readonly fetch: typeof fetch;
  /** Tokens of the window in which the model works. */
  readonly contextWindow: number;
  readonly signal: AbortSignal;
}

/**
 * One request to Ollama's own interface, since the one that looks like OpenAI's takes no window and
 * cuts long prompts from the front (B12.9). Throws what `toModelError` knows.
 */
export async function* askOllama(
  request: WireRequest,
  { place, fetch, contextWindow, signal }: OllamaAsk,
): AsyncGenerator<StepEvent> {
  const response = await fetch(ollamaUrl(place.base, "chat"), {
    method: "POST",
    headers: ollamaHeaders(place.key),
    body: JSON.stringify({
      model: place.model,
      stream: true,
      options: { num_ctx: contextWindow },
      messages: toOllamaMessages(request),
      ...(request.tools.length === 0 ? {} : { tools: toOllamaTools(request.tools) }),
    }),
    signal,
  });
  if (!response.ok) throw await refusalOf(response);
  if (response.body === null) throw new StreamEndedEarly();
  yield* eventsIn(response.body, place.base);
}

export function ollamaUrl(base: URL, method: "chat" | "show" | "tags"): string {
  return `${base.href.replace(/\/$/, "")}/api/${method}`;
}

/** A key is for a server behind a proxy, or Ollama's own in the cloud. */
export function ollamaHeaders(key: string | null): Record<string, string> {
  const json = { "content-type": "application/json" };
  return key === null ? json : { ...json, authorization: `Bearer ${key}` };
}

async function* eventsIn(body: ReadableStream<Uint8Array>, base: URL): AsyncGenerator<StepEvent> {
  const reader = new OllamaReader();
  try {
    for await (const line of jsonLines(body)) {
      const chunk = line as OllamaChunk;
      if (typeof chunk.error === "string") throw new ServerGaveUp(chunk.error);
      for (const event of reader.read(chunk)) yield event;
      if (reader.ended) return;
    }
  } catch (error) {
    throw error instanceof SyntaxError ? noStream(base) : error;
  }
  throw new StreamEndedEarly();
}
