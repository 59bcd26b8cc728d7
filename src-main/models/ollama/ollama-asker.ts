import type { StepEvent } from "../../agent/ports.ts";
import type { ModelFacts } from "../../../src-preload/model/model-facts.ts";
import type { ModelPlace } from "../model-errors.ts";
import { firstKnown } from "../model-facts.ts";
import type { WireRequest } from "../wire/wire-request.ts";
import { askOllama, type OllamaAsk } from "./ask-ollama.ts";
import { contextWindow, wasCut } from "./context-window.ts";
import { estimate } from "./estimate.ts";
import { ollamaDetails } from "./ollama-details.ts";

/** Asks one model of Ollama's, each request with a window that holds it (B12.9). */
export class OllamaAsker {
  readonly #said: ModelFacts;
  readonly #tell: (sentence: string) => void;
  #facts: Promise<ModelFacts> | null = null;
  /** Only grows: Ollama loads the model anew at each change. */
  #window = 0;

  constructor(said: ModelFacts, tell: (sentence: string) => void) {
    this.#said = said;
    this.#tell = tell;
  }

  /** What the person says of the model, and for the rest what Ollama says. */
  facts(place: ModelPlace, realFetch: typeof fetch, signal: AbortSignal): Promise<ModelFacts> {
    this.#facts ??= ollamaDetails(place, realFetch, signal).then((details) =>
      firstKnown(this.#said, details),
    );
    return this.#facts;
  }

  async *ask(
    request: WireRequest,
    ask: Omit<OllamaAsk, "contextWindow">,
  ): AsyncGenerator<StepEvent> {
    const { text, atMost } = estimate(request);
    const own = (await this.#facts)?.contextTokens ?? null;
    this.#window = Math.max(this.#window, contextWindow(atMost, own));
    for await (const event of askOllama(request, { ...ask, contextWindow: this.#window })) {
      if (event.type === "step-end") this.#compare(event.usage.inputTokens, text);
      yield event;
    }
  }

  #compare(readTokens: number, sentTokens: number): void {
    if (!wasCut(readTokens, sentTokens)) return;
    this.#tell(
      `Ollama has read only ${readTokens} of about ${sentTokens} tokens, so the model may not know its tools or the beginning of this conversation. Give the model a larger context in the settings, or begin a new conversation.`,
    );
  }
}
