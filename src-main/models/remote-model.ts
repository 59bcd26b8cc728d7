import type { ProviderMetadata } from "ai";
import { AppError } from "../base/errors.ts";
import type { ModelPort, StepEvent, StepRequest } from "../agent/ports.ts";
import type { ModelFacts } from "../../src-preload/model/model-facts.ts";
import { askSdk, type SdkProvider } from "./ask-sdk.ts";
import { requestBase } from "./model-address.ts";
import type { RemoteConnection } from "./model-connection.ts";
import { toModelError, type ModelPlace } from "./model-errors.ts";
import { modelFetch } from "./model-fetch.ts";
import { OllamaAsker } from "./ollama/ollama-asker.ts";
import { withRetries, type RetryPolicy } from "./retry.ts";
import { isAboutPictures, isAboutThoughts } from "./refused-parts.ts";
import { authorOf } from "./wire/authorship.ts";
import { leftOutSentence } from "./wire/choose-tools.ts";
import { PictureFitter } from "./wire/fit-pictures.ts";
import { WireTools } from "./wire/fit-tools.ts";
import { fitTranscript } from "./wire/fit-transcript.ts";
import type { ReadPicture, ScalePicture } from "./wire/prepare-picture.ts";
import { toOriginal } from "./wire/to-original.ts";
import { wellFormed } from "./wire/well-formed.ts";
import type { WireRequest } from "./wire/wire-request.ts";
import { wireRules, type WireRules } from "./wire/wire-rules.ts";

export interface RemoteModelOptions {
  readonly key: string | null;
  readonly facts: ModelFacts;
  readonly readPicture: ReadPicture;
  readonly scalePicture: ScalePicture;
  readonly retry: RetryPolicy;
  readonly fetch: typeof fetch;
  /** A sentence for the person about what a request had to leave out; each at most once. */
  readonly tell: (sentence: string) => void;
}

interface FittedRequest {
  readonly wire: WireRequest;
  readonly tools: WireTools;
  /** Hashes of the pictures in it. */
  readonly pictures: readonly string[];
}

/** A model that is asked over the network, one step at a time (M28, M29). Made anew for each turn. */
export class RemoteModel implements ModelPort {
  readonly facts: ModelFacts;
  readonly #connection: RemoteConnection;
  readonly #options: RemoteModelOptions;
  readonly #rules: WireRules;
  readonly #pictures: PictureFitter;
  readonly #ollama: OllamaAsker;
  readonly #callData = new Map<string, ProviderMetadata>();
  readonly #told = new Set<string>();
  /** What the provider has refused in this turn, and therefore does not get again. */
  readonly #refusedPictures = new Set<string>();
  #thoughtsRefused = false;

  constructor(connection: RemoteConnection, options: RemoteModelOptions) {
    this.facts = options.facts;
    this.#connection = connection;
    this.#options = options;
    this.#rules = wireRules(connection.provider);
    const { readPicture: read, scalePicture: scale } = options;
    this.#pictures = new PictureFitter({ rules: this.#rules.pictures, read, scale });
    this.#ollama = new OllamaAsker(options.facts, (sentence) => this.#tell(sentence));
  }

  async *stream(request: StepRequest, signal: AbortSignal): AsyncGenerator<StepEvent> {
    const { provider, baseUrl, model } = this.#connection;
    const place = { base: requestBase(provider, baseUrl), model, key: this.#options.key };
    for (;;) {
      const fitted = await this.#fit(request, await this.#factsOf(place, signal));
      const attempt = () => this.#attempt(fitted, place, signal);
      let shown = false;
      try {
        // Handed on here and not by one more generator: each costs every delta some time.
        for await (const event of withRetries(attempt, this.#options.retry, signal)) {
          shown = true;
          yield event;
        }
        return;
      } catch (error) {
        if (signal.aborted) return;
        // A request that is refused for a part that it can do without is made again without that part.
        if (shown || !this.#giveIn(error, fitted.pictures, place)) throw error;
      }
    }
  }

  async #fit(request: StepRequest, facts: ModelFacts): Promise<FittedRequest> {
    const offered = facts.tools === false ? [] : request.tools;
    if (offered !== request.tools && request.tools.length > 0)
      this.#tell(noTools(this.#connection));
    const tools = new WireTools(offered, this.#rules);
    const { leftOut } = tools;
    if (leftOut.length > 0) this.#tell(leftOutSentence(leftOut, this.#rules.maxTools));
    const author = this.#author();
    const fitted = fitTranscript(request.transcript, { rules: this.#rules, tools, author });
    const vision = facts.vision !== false;
    const refused = this.#refusedPictures;
    const { entries, sent } = await this.#pictures.fit(fitted, { vision, refused });
    const { instructions } = request;
    const wire = wellFormed<WireRequest>({ instructions, entries, tools: tools.tools });
    return { wire, tools, pictures: sent };
  }

  /** One request. Whoever stops reading early closes the connection by it. */
  async *#attempt(
    { wire, tools }: FittedRequest,
    place: ModelPlace,
    signal: AbortSignal,
  ): AsyncGenerator<StepEvent> {
    const unread = new AbortController();
    const author = this.#author();
    try {
      const events = this.#ask(wire, place, AbortSignal.any([signal, unread.signal]));
      for await (const event of events) yield toOriginal(event, tools, author);
    } catch (error) {
      throw toModelError(error, place);
    } finally {
      unread.abort();
    }
  }

  #ask(wire: WireRequest, place: ModelPlace, signal: AbortSignal): AsyncIterable<StepEvent> {
    const { provider, model } = this.#connection;
    const fetch = modelFetch(place, this.#options.fetch);
    if (provider === "ollama") return this.#ollama.ask(wire, { place, fetch, signal });
    const thoughts = !this.#thoughtsRefused && thinks(provider, model);
    return askSdk(wire, { provider, place, fetch, signal, thoughts, callData: this.#callData });
  }

  #factsOf(place: ModelPlace, signal: AbortSignal): Promise<ModelFacts> {
    if (this.#connection.provider !== "ollama") return Promise.resolve(this.facts);
    return this.#ollama.facts(place, this.#options.fetch, signal);
  }

  /** Whether another request, without what this one was refused for, makes sense. */
  #giveIn(error: unknown, pictures: readonly string[], { base }: ModelPlace): boolean {
    if (!(error instanceof AppError)) return false;
    if (pictures.length > 0 && isAboutPictures(error)) {
      for (const picture of pictures) this.#refusedPictures.add(picture);
      this.#tell(
        `${base.host} refused a picture of this conversation, so the model goes on without seeing the pictures so far. They stay in the conversation for you.`,
      );
      return true;
    }
    if (this.#thoughtsRefused || !isAboutThoughts(error)) return false;
    this.#thoughtsRefused = true;
    return true;
  }

  #author(): string {
    return authorOf(this.#connection.provider, this.#connection.model);
  }

  #tell(sentence: string): void {
    if (this.#told.has(sentence)) return;
    this.#told.add(sentence);
    this.#options.tell(sentence);
  }
}

/** Models whose thoughts are streamed only when they are asked for. */
function thinks(provider: SdkProvider, model: string): boolean {
  if (provider === "openai") return /^(o\d|gpt-[5-9])/.test(model) && !model.includes("chat");
  return provider === "google" && /gemini-(2\.5|[3-9])/.test(model);
}

function noTools({ model }: RemoteConnection): string {
  return `“${model}” calls no tools, so it can only talk. Choose another model for work in the browser, or change what it can do in the settings.`;
}
