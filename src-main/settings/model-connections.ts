import type { ModelFactOverrides } from "../../src-preload/model/model-facts.ts";
import type { ModelConnection, Settings } from "../../src-preload/model/settings.ts";
import { AppError } from "../base/errors.ts";

/** The name under which the key of a model connection is kept among the secrets (M28). */
export function modelKeyName(connectionId: string): string {
  return `model:${connectionId}`;
}

/** Adds the connection at the end, or replaces the one of the same id where it stands. The first is the default. */
export function addModelConnection(settings: Settings, connection: ModelConnection): Settings {
  const isKnown = settings.models.some((model) => model.id === connection.id);
  const models = isKnown
    ? settings.models.map((model) => (model.id === connection.id ? connection : model))
    : [...settings.models, connection];
  return { ...settings, models, defaultModelId: defaultIdAmong(models, settings.defaultModelId) };
}

/** Without the connection; when it was the default, the first of the others is. Its key is the caller's to delete. */
export function removeModelConnection(settings: Settings, id: string): Settings {
  const models = settings.models.filter((model) => model.id !== id);
  return { ...settings, models, defaultModelId: defaultIdAmong(models, settings.defaultModelId) };
}

/** Throws `model-unknown` when there is no such connection. */
export function setDefaultModelConnection(settings: Settings, id: string): Settings {
  if (!settings.models.some((model) => model.id === id)) {
    throw unknownModel();
  }
  return { ...settings, defaultModelId: id };
}

/** Puts what the person says of a model in the place of what they said before. Throws `model-unknown`. */
export function setModelFacts(settings: Settings, id: string, facts: ModelFactOverrides): Settings {
  const model = settings.models.find((one) => one.id === id);
  if (model === undefined) throw unknownModel();
  return addModelConnection(settings, { ...model, facts });
}

/** Null while no model is connected. */
export function defaultModelConnection(settings: Settings): ModelConnection | null {
  const id = defaultIdAmong(settings.models, settings.defaultModelId);
  return settings.models.find((model) => model.id === id) ?? null;
}

function defaultIdAmong(models: readonly ModelConnection[], id: string | null): string | null {
  return models.some((model) => model.id === id) ? id : (models[0]?.id ?? null);
}

function unknownModel(): AppError {
  return new AppError("model-unknown", "This model is no longer connected. Choose another one.");
}
