import { z } from "zod";
import { ApprovalPreset } from "./approval.ts";
import { BrowserOptions } from "./browser-options.ts";
import { Failure } from "./failure.ts";
import { ModelFactOverrides } from "./model-facts.ts";

export const ProviderId = z.enum([
  "anthropic",
  "openai",
  "google",
  /** Ollama's own interface, not the one that looks like OpenAI's. */
  "ollama",
  "openai-compatible",
  "practice",
]);
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
    /** What the person says of the model; absent, what the app knows holds. */
    facts: ModelFactOverrides.optional(),
  })
  .readonly();
export type ModelConnection = z.infer<typeof ModelConnection>;

export const Theme = z.enum(["system", "light", "dark"]);
export type Theme = z.infer<typeof Theme>;

export const Settings = z
  .object({
    /** How much is asked; absent: as usual. */
    approvals: ApprovalPreset.optional(),
    models: z.array(ModelConnection).readonly(),
    defaultModelId: z.string().nullable(),
    theme: Theme,
    /** What a new conversation starts with; absent: as the environment says, else without a window. */
    headless: z.boolean().optional(),
    /** An installed browser that the person chose instead of the app's own; absolute path. */
    browserExecutable: z.string().nullable(),
    /** Absent: as at first. */
    browser: BrowserOptions.optional(),
    /** The longest line that is taken from a server, in MiB (M13); absent: 128. Holds from the next start. */
    maxServerLineMib: z.number().int().min(1).max(1_024).optional(),
  })
  .readonly();
export type Settings = z.infer<typeof Settings>;

/** An installed browser of Chromium's family. */
export const InstalledBrowser = z
  .object({
    /** Absolute path. */
    executable: z.string(),
    /** What it calls itself, with its version where it tells. */
    name: z.string(),
  })
  .readonly();
export type InstalledBrowser = z.infer<typeof InstalledBrowser>;

export const SetUpPhase = z.enum(["downloading", "unpacking", "checking"]);
export type SetUpPhase = z.infer<typeof SetUpPhase>;

/** What a set-up of Chromium would take, and what the last one left (M25). */
export const SetUpOffer = z
  .object({
    /** Bytes to get: an estimate until a server has said it. */
    totalBytes: z.number(),
    /** Of these, bytes that are here already. */
    keptBytes: z.number(),
    /** Why the last one came to nothing; null when none did. */
    failure: Failure.nullable(),
  })
  .readonly();
export type SetUpOffer = z.infer<typeof SetUpOffer>;

/** Null where a set-up would not help: there is nothing to set up, or what is missing is more than Chromium. */
const offer = { setUp: SetUpOffer.nullable() };
const unusable = { version: z.string(), reason: z.string(), ...offer };

/** Whether the bundled Node, the browser server and a Chromium are there (M25). */
export const RuntimeStatus = z
  .discriminatedUnion("state", [
    z.object({
      state: z.literal("ready"),
      version: z.string(),
      browser: z.string(),
      /** Whose browser it is: the person's choice, the app's own, or one that was found installed. */
      source: z.enum(["chosen", "own", "installed"]),
      sandbox: z.enum(["on", "off"]),
      ...offer,
    }),
    z.object({ state: z.literal("not-installed"), ...unusable }),
    /** Something that was installed is not whole any more. */
    z.object({ state: z.literal("damaged"), ...unusable }),
    /** Only the Chromium of an earlier version is there. */
    z.object({ state: z.literal("update-available"), installed: z.string(), ...unusable }),
    z.object({
      state: z.literal("installing"),
      version: z.string(),
      phase: SetUpPhase,
      bytes: z.number(),
      /** Null while the server has not said it. */
      totalBytes: z.number().nullable(),
      bytesPerSecond: z.number().nullable(),
      secondsLeft: z.number().nullable(),
      /** The browser that works meanwhile; null for none. */
      browser: z.string().nullable(),
    }),
  ])
  .readonly();
export type RuntimeStatus = z.infer<typeof RuntimeStatus>;
