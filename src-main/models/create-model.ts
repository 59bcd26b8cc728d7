import { assertNever } from "../base/assert-never.ts";
import type { ModelPort } from "../agent/ports.ts";
import type { ModelConnection } from "../../src-preload/model/settings.ts";
import { modelFacts } from "./model-facts.ts";
import { PracticeModel, type PracticeOptions } from "./practice-model.ts";
import { RemoteModel } from "./remote-model.ts";
import { DEFAULT_RETRIES, realWait, type Wait } from "./retry.ts";
import { cannotScale, type ReadPicture, type ScalePicture } from "./wire/prepare-picture.ts";

export interface ModelOptions {
  /** Null for none; never taken from the environment. */
  readonly key: string | null;
  readonly readPicture: ReadPicture;
  /** Absent where nothing can: too large pictures are then described instead (M21). */
  readonly scalePicture?: ScalePicture;
  /** Makes the requests; absent, Node's own does. */
  readonly fetch?: typeof fetch;
  /** Hears in a sentence what a request had to leave out; absent, nobody does. */
  readonly tell?: (sentence: string) => void;
  /** How often a request that failed in a passing way is made anew; 0 where a person waits for a test. */
  readonly retries?: number;
  readonly wait?: Wait;
  /** What the practice model follows, and how fast. */
  readonly practice?: PracticeOptions;
}

/**
 * The model behind a connection (M28). Making it asks nothing of the network and never fails: also
 * a wrong address is an error of the first `stream`, under the code `model-address-invalid`.
 */
export function createModel(
  connection: Pick<ModelConnection, "provider" | "baseUrl" | "model" | "facts">,
  options: ModelOptions,
): ModelPort {
  const { provider, baseUrl, model } = connection;
  switch (provider) {
    case "practice":
      return new PracticeModel(options.practice);
    case "anthropic":
    case "openai":
    case "google":
    case "ollama":
    case "openai-compatible":
      return new RemoteModel(
        { provider, baseUrl, model },
        {
          key: options.key,
          facts: modelFacts(connection),
          readPicture: options.readPicture,
          scalePicture: options.scalePicture ?? cannotScale,
          fetch: options.fetch ?? fetch,
          tell: options.tell ?? (() => {}),
          retry: { retries: options.retries ?? DEFAULT_RETRIES, wait: options.wait ?? realWait },
        },
      );
    default:
      return assertNever(provider);
  }
}
