import { ModelConnection, Settings } from "../../src-preload/model/settings.ts";
import { isObject, type JsonObject } from "./json-file.ts";

export const defaultSettings: Settings = {
  models: [],
  defaultModelId: null,
  theme: "system",
  browserExecutable: null,
};

export interface SettingsReading {
  readonly settings: Settings;
  /** The members that could not be used, as a person finds them in the file. */
  readonly unusable: readonly string[];
}

/** Takes from the file what is usable, member by member and model by model; the rest is as at first. */
export function readSettings(content: JsonObject): SettingsReading {
  const models = usableModels(content["models"]);
  const others = usableMembers({ ...content, models: models.settings });
  return { settings: others.settings, unusable: [...models.unusable, ...others.unusable] };
}

function usableMembers(content: JsonObject): SettingsReading {
  const shape = Settings.unwrap().shape;
  const present = Object.entries(shape).filter(([name]) => content[name] !== undefined);
  const unusable = present
    .filter(([name, schema]) => !schema.safeParse(content[name]).success)
    .map(([name]) => name);
  const usable = present.filter(([name]) => !unusable.includes(name));
  const taken = Object.fromEntries(usable.map(([name]) => [name, content[name]]));
  return { settings: Settings.parse({ ...defaultSettings, ...taken }), unusable };
}

function usableModels(models: unknown): {
  readonly settings: readonly ModelConnection[] | undefined;
  readonly unusable: readonly string[];
} {
  if (models === undefined) return { settings: undefined, unusable: [] };
  if (!Array.isArray(models)) return { settings: undefined, unusable: ["models"] };
  const items: readonly unknown[] = models;
  const read = items.map((item) => ModelConnection.safeParse(item));
  return {
    settings: read.flatMap((item) => (item.success ? [item.data] : [])),
    unusable: read.flatMap((item, index) => (item.success ? [] : [`models[${index}]`])),
  };
}

/** The settings with the members that only another version of the app knows, each where it was. */
export function withUnknownMembers(settings: Settings, content: JsonObject): JsonObject {
  const models = content["models"];
  const known: readonly unknown[] = Array.isArray(models) ? models : [];
  return {
    ...content,
    ...settings,
    models: settings.models.map((model) => ({ ...memberWithId(known, model.id), ...model })),
  };
}

function memberWithId(items: readonly unknown[], id: string): JsonObject {
  return items.filter(isObject).find((item) => item["id"] === id) ?? {};
}
