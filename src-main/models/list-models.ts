import { AppError } from "../base/errors.ts";
import type { ModelConnection } from "../../src-preload/model/settings.ts";
import { refusalOf } from "./http-refusal.ts";
import { requestBase, type RemoteProvider } from "./model-address.ts";
import { noStream, toModelError, type ModelPlace } from "./model-errors.ts";
import { arrayAt, isObject } from "./wire/json.ts";

/** Longest that a list is waited for, in milliseconds: a person looks at the form meanwhile. */
const LIST_LIMIT_MS = 10_000;

/** Names in a list, at the most: brokers have hundreds, and a list that is longer helps nobody. */
const MAX_NAMES = 1_000;

/** Longest name that is listed, in characters. */
const MAX_NAME_CHARS = 200;

export interface ListOptions {
  readonly key: string | null;
  readonly fetch: typeof fetch;
  readonly signal: AbortSignal;
}

interface Listing {
  /** Behind the address of the requests. */
  readonly path: string;
  readonly headers: (key: string) => Record<string, string>;
  readonly namesIn: (answer: Readonly<Record<string, unknown>>) => readonly unknown[];
}

/** How each provider lists its models (M28). */
const LISTINGS: Readonly<Record<RemoteProvider, Listing>> = {
  anthropic: {
    path: "models?limit=1000",
    headers: (key) => ({ "x-api-key": key }),
    namesIn: (answer) => idsIn(answer, "id"),
  },
  openai: { path: "models", headers: bearer, namesIn: chatModels },
  google: {
    path: "models?pageSize=1000",
    headers: (key) => ({ "x-goog-api-key": key }),
    namesIn: geminiModels,
  },
  ollama: {
    path: "api/tags",
    headers: bearer,
    namesIn: ({ models }) => idsIn({ data: models }, "name"),
  },
  "openai-compatible": {
    path: "models",
    headers: bearer,
    namesIn: (answer) => idsIn(answer, "id"),
  },
};

/**
 * The names of the models that the provider has for this key, in the order in which a person looks
 * for them. Throws an `AppError` with a code `model-…` and a sentence; an abort rejects with its reason.
 */
export async function listModels(
  { provider, baseUrl }: Pick<ModelConnection, "baseUrl"> & { readonly provider: RemoteProvider },
  options: ListOptions,
): Promise<readonly string[]> {
  const place = { base: requestBase(provider, baseUrl), model: "", key: options.key };
  const late = AbortSignal.timeout(LIST_LIMIT_MS);
  const signal = AbortSignal.any([options.signal, late]);
  try {
    const answer = await ask(LISTINGS[provider], provider, place, { ...options, signal });
    return names(LISTINGS[provider].namesIn(answer));
  } catch (error) {
    options.signal.throwIfAborted();
    throw late.aborted ? tooLate(place) : toModelError(error, place);
  }
}

async function ask(
  { path, headers }: Listing,
  provider: RemoteProvider,
  place: ModelPlace,
  { key, fetch, signal }: ListOptions,
): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(`${place.base.href.replace(/\/$/, "")}/${path}`, {
    headers: {
      accept: "application/json",
      ...(key === null ? {} : headers(key)),
      ...(provider === "anthropic" ? { "anthropic-version": "2023-06-01" } : {}),
    },
    // The key would go along.
    redirect: "manual",
    signal,
  });
  if (response.status === 404) throw noList(place);
  if (!response.ok) throw await refusalOf(response);
  const answer: unknown = await response.json().catch(() => null);
  if (!isObject(answer)) throw noStream(place.base);
  return answer;
}

function names(found: readonly unknown[]): readonly string[] {
  const texts = found.filter((name) => typeof name === "string");
  const good = texts.filter((name) => name !== "" && name.length <= MAX_NAME_CHARS);
  return [...new Set(good)].slice(0, MAX_NAMES);
}

function bearer(key: string): Record<string, string> {
  return { authorization: `Bearer ${key}` };
}

function idsIn(answer: Readonly<Record<string, unknown>>, member: string): readonly unknown[] {
  return arrayAt(answer, "data")
    .filter(isObject)
    .map((model) => model[member]);
}

/** OpenAI lists everything that it has; what cannot talk is left out, and the newest come first. */
function chatModels(answer: Readonly<Record<string, unknown>>): readonly unknown[] {
  const other =
    /embedding|whisper|tts|dall-e|image|moderation|audio|realtime|transcribe|sora|davinci|babbage/;
  const created = (model: Readonly<Record<string, unknown>>) => Number(model["created"] ?? 0);
  return arrayAt(answer, "data")
    .filter(isObject)
    .filter((model) => typeof model["id"] === "string" && !other.test(model["id"]))
    .toSorted((a, b) => created(b) - created(a))
    .map((model) => model["id"]);
}

function geminiModels(answer: Readonly<Record<string, unknown>>): readonly unknown[] {
  return arrayAt(answer, "models")
    .filter(isObject)
    .filter((model) => arrayAt(model, "supportedGenerationMethods").includes("generateContent"))
    .map((model) =>
      typeof model["name"] === "string" ? model["name"].replace(/^models\//, "") : "",
    );
}

function noList({ base }: ModelPlace): AppError {
  return new AppError(
    "model-list-missing",
    `${base.host} has no list of models at this address; type the model's name, and check the address if it does not answer.`,
  );
}

function tooLate({ base }: ModelPlace): AppError {
  return new AppError(
    "model-unreachable",
    `${base.host} did not list its models within ${LIST_LIMIT_MS / 1000} seconds; type the model's name, or check the address and the network.`,
  );
}
