import type { ModelDraft, ModelPlaceDraft } from "../../src-preload/contract/requests.ts";
import type { ModelFactOverrides, ModelFacts } from "../../src-preload/model/model-facts.ts";
import type { ModelConnection, Settings } from "../../src-preload/model/settings.ts";
import type { ModelPort } from "../agent/ports.ts";
import { AppError } from "../base/errors.ts";
import { newId } from "../base/ids.ts";
import type { Redactor } from "../base/redactor.ts";
import { createModel } from "../models/create-model.ts";
import type { PracticeOptions } from "../models/practice-model.ts";
import { listModels } from "../models/list-models.ts";
import { modelFacts } from "../models/model-facts.ts";
import { testModel } from "../models/test-model.ts";
import type { ScalePicture } from "../models/wire/prepare-picture.ts";
import {
  addModelConnection,
  defaultModelConnection,
  modelKeyName,
  removeModelConnection,
  setDefaultModelConnection,
  setModelFacts,
} from "../settings/model-connections.ts";
import type { Secrets } from "../settings/secrets.ts";
import type { SettingsFile } from "../settings/settings-file.ts";

/** Id of the connection that every app has: the practice model, which needs no key. */
export const PRACTICE_MODEL_ID = "practice";

const practiceConnection: ModelConnection = {
  id: PRACTICE_MODEL_ID,
  provider: "practice",
  baseUrl: null,
  model: "practice",
  key: "none",
};

export interface ConnectedModelsOptions {
  readonly settings: SettingsFile;
  readonly secrets: Secrets;
  readonly redactor: Redactor;
  /** Makes the requests; absent, Node's own does. */
  readonly fetch?: typeof fetch;
  /** Absent where nothing can scale pictures. */
  readonly scalePicture?: ScalePicture;
}

export interface OpenOptions {
  readonly readPicture: (file: string) => Buffer;
  readonly practice?: PracticeOptions;
  /** Hears in a sentence what a request had to leave out. */
  readonly tell?: (sentence: string) => void;
}

/** The models that a person connected, with their keys, which go to their provider and nowhere else (M28, S36). */
export class ConnectedModels {
  readonly #options: ConnectedModelsOptions;

  constructor(options: ConnectedModelsOptions) {
    this.#options = options;
  }

  /** The settings as the window sees them: with the practice model after the person's own. */
  settings(): Settings {
    const { settings } = this.#options.settings;
    return { ...settings, models: [...settings.models, practiceConnection] };
  }

  /** What a new conversation starts with; null while nothing is connected. */
  defaultId(): string | null {
    return defaultModelConnection(this.#options.settings.settings)?.id ?? null;
  }

  /** Keeps a model that has answered, and makes it the default. Throws the `AppError` of the test. */
  async connect(draft: ModelDraft, signal: AbortSignal): Promise<Settings> {
    const key = draft.key?.trim() || null;
    if (key) this.#options.redactor.add(key);
    const { provider, baseUrl, model } = draft;
    const options = { ...this.#network(), key, readPicture: noPictures, retries: 0 };
    await testModel(createModel(draft, options), signal);
    const id = newId();
    const kept = key ? await this.#options.secrets.set(modelKeyName(id), key) : "none";
    this.#options.settings.update((settings) =>
      setDefaultModelConnection(
        addModelConnection(settings, { id, provider, baseUrl, model, key: kept }),
        id,
      ),
    );
    return this.settings();
  }

  async forget(id: string): Promise<Settings> {
    await this.#options.secrets.delete(modelKeyName(id));
    this.#options.settings.update((settings) => removeModelConnection(settings, id));
    return this.settings();
  }

  setDefault(id: string): Settings {
    this.#options.settings.update((settings) => setDefaultModelConnection(settings, id));
    return this.settings();
  }

  /** The names that the provider has for this key. Throws an `AppError` with a sentence. */
  async list(place: ModelPlaceDraft, signal: AbortSignal): Promise<readonly string[]> {
    const key = place.key?.trim() || null;
    if (key) this.#options.redactor.add(key);
    return listModels(place, { key, signal, fetch: this.#options.fetch ?? fetch });
  }

  setFacts(id: string, facts: ModelFactOverrides): Settings {
    this.#options.settings.update((settings) => setModelFacts(settings, id, facts));
    return this.settings();
  }

  /** What is known of each connected model, by the id of its connection. */
  facts(): Readonly<Record<string, ModelFacts>> {
    const { models } = this.#options.settings.settings;
    return Object.fromEntries(models.map((model) => [model.id, modelFacts(model)]));
  }

  /** The model of a conversation. Throws an `AppError` with a sentence that says what is missing. */
  async open(modelId: string | null, options: OpenOptions): Promise<ModelPort> {
    const connection = this.#find(modelId ?? this.defaultId());
    const key = connection.key === "none" ? null : await this.#keyOf(connection);
    if (key) this.#options.redactor.add(key);
    return createModel(connection, { ...this.#network(), ...options, key });
  }

  #network() {
    const { fetch, scalePicture } = this.#options;
    return { ...(fetch ? { fetch } : {}), ...(scalePicture ? { scalePicture } : {}) };
  }

  #find(id: string | null): ModelConnection {
    const found = this.settings().models.find((model) => model.id === id);
    if (found) return found;
    throw new AppError(
      "model-missing",
      "No model is connected to this conversation. Connect or choose one first.",
    );
  }

  async #keyOf({ id, model }: ModelConnection): Promise<string> {
    const key = await this.#options.secrets.get(modelKeyName(id));
    if (key) return key;
    throw new AppError(
      "model-key-missing",
      `The key of "${model}" is not there any more. Connect the model again in the settings.`,
    );
  }
}

function noPictures(): Buffer {
  throw new AppError("picture-missing", "A test of a model has no pictures.");
}
