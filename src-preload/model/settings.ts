import { z } from "zod";

export const ProviderId = z.enum(["anthropic", "openai-compatible", "practice"]);
export type ProviderId = z.infer<typeof ProviderId>;

/** A model that a person connected, without its key: keys never leave the main process (M28). */
export const ModelConnection = z
  .object({
    id: z.string(),
    provider: ProviderId,
    /** What a person types for this provider; null where the provider's own address is meant. */
    baseUrl: z.string().nullable(),
    /** The provider's name of the model. */
    model: z.string(),
    key: z.enum([
      "none",
      /** In the operating system's encrypted store. */
      "stored",
      /** The system offers no encryption: kept in memory until the app quits. */
      "this-run",
    ]),
  })
  .readonly();
export type ModelConnection = z.infer<typeof ModelConnection>;

export const Theme = z.enum(["system", "light", "dark"]);
export type Theme = z.infer<typeof Theme>;

export const Settings = z
  .object({
    models: z.array(ModelConnection).readonly(),
    defaultModelId: z.string().nullable(),
    theme: Theme,
    /** What a new conversation starts with. */
    headless: z.boolean(),
    /** An installed browser that the person chose instead of the app's own; absolute path. */
    browserExecutable: z.string().nullable(),
  })
  .readonly();
export type Settings = z.infer<typeof Settings>;

/** Whether the bundled Node, the browser server and a Chromium are there (M25). */
export const RuntimeStatus = z
  .discriminatedUnion("state", [
    z.object({
      state: z.literal("ready"),
      version: z.string(),
      browser: z.string(),
      sandbox: z.enum(["on", "off"]),
    }),
    z.object({ state: z.literal("not-installed"), version: z.string(), reason: z.string() }),
  ])
  .readonly();
export type RuntimeStatus = z.infer<typeof RuntimeStatus>;
