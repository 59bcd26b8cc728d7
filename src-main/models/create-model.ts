import { assertNever } from "../base/assert-never.ts";
import type { ModelPort } from "../agent/ports.ts";
import type { ModelConnection } from "../../src-preload/model/settings.ts";
import { PracticeModel, type PracticeOptions } from "./practice-model.ts";
import { DEFAULT_RETRIES, realWait, type Wait } from "./retry.ts";
import { SdkModel } from "./sdk-model.ts";
import type { ReadPicture } from "./to-sdk-messages.ts";

export interface ModelOptions {
  /** Null for none; never taken from the environment. */
  readonly key: string | null;
  readonly readPicture: ReadPicture;
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
  connection: Pick<ModelConnection, "provider" | "baseUrl" | "model">,
  options: ModelOptions,
): ModelPort {
  const { provider, baseUrl, model } = connection;
  switch (provider) {
    case "practice":
      return new PracticeModel(options.practice);
    case "anthropic":
    case "openai-compatible":
      return new SdkModel(
        { provider, baseUrl, model },
        {
          key: options.key,
          readPicture: options.readPicture,
          retry: { retries: options.retries ?? DEFAULT_RETRIES, wait: options.wait ?? realWait },
        },
      );
    default:
      return assertNever(provider);
  }
}
