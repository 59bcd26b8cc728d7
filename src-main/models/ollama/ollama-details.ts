import { noFacts, type ModelFacts } from "../../../src-preload/model/model-facts.ts";
import type { ModelPlace } from "../model-errors.ts";
import { arrayAt, isObject, objectAt } from "../wire/json.ts";
import { ollamaHeaders, ollamaUrl } from "./ask-ollama.ts";

/**
 * What Ollama knows of a model: its window, and whether it takes pictures and tools. Nothing where
 * it does not answer: then the request itself tells what is wrong.
 */
export async function ollamaDetails(
  { base, key, model }: ModelPlace,
  realFetch: typeof fetch,
  signal: AbortSignal,
): Promise<ModelFacts> {
  try {
    const response = await realFetch(ollamaUrl(base, "show"), {
      method: "POST",
      headers: ollamaHeaders(key),
      body: JSON.stringify({ model }),
      redirect: "manual",
      signal,
    });
    const details: unknown = response.ok ? await response.json() : null;
    return isObject(details) ? factsIn(details) : noFacts;
  } catch {
    return noFacts;
  }
}

function factsIn(details: Readonly<Record<string, unknown>>): ModelFacts {
  const lengths = Object.entries(objectAt(details, "model_info"));
  const length = lengths.find(([key]) => key.endsWith(".context_length"))?.[1];
  const capabilities = Array.isArray(details["capabilities"])
    ? arrayAt(details, "capabilities")
    : null;
  return {
    contextTokens: typeof length === "number" && length > 0 ? Math.floor(length) : null,
    vision: capabilities?.includes("vision") ?? null,
    tools: capabilities?.includes("tools") ?? null,
    price: null,
  };
}
