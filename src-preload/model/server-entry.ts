import { z } from "zod";
import { Failure } from "./failure.ts";

/** What a server's stderr is logged as. */
export const StderrLevel = z.enum(["debug", "info", "warn", "error"]);

/** The members of an entry that hold no secret; what they must be is checked when an entry is saved (M3). */
const plainMembers = {
  command: z.string(),
  args: z.array(z.string()).readonly(),
  /** Variables whose values are hidden although they are not named like a secret. */
  secretEnv: z.array(z.string()).readonly(),
  cwd: z.string(),
  toolPrefix: z.string(),
  enabled: z.boolean(),
  parallel: z.boolean(),
  startupTimeoutSeconds: z.number(),
  callTimeoutSeconds: z.number(),
  /** 0: never. */
  idleTimeoutSeconds: z.number(),
  stderrLevel: StderrLevel,
  promptSection: z.string().nullable(),
};

/** One variable of an entry as the window sees it. */
export const EnvView = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("value"), value: z.string() }),
  /** A secret in plain text: the value is told only to who asks for this one (M23). */
  z.object({ kind: z.literal("hidden") }),
  /** It is taken away from what the server would inherit. */
  z.object({ kind: z.literal("removed") }),
]);
export type EnvView = z.infer<typeof EnvView>;

/** A server's entry in the person's `mcp.json` (M1). */
export const ServerEntryView = z
  .object({
    name: z.string(),
    /** Where it begins in the file, from 1. */
    line: z.number().int(),
    /** Another one as soon as anything in the entry is changed, by whomever. */
    revision: z.string(),
    ...plainMembers,
    env: z.record(z.string(), EnvView),
  })
  .readonly();
export type ServerEntryView = z.infer<typeof ServerEntryView>;

/** One variable of an entry that is to be saved. */
export const EnvDraft = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("value"), value: z.string() }),
  z.object({ kind: z.literal("removed") }),
  /** As it stands in the file. */
  z.object({ kind: z.literal("kept") }),
]);
export type EnvDraft = z.infer<typeof EnvDraft>;

export const ServerDraft = z
  .object({ ...plainMembers, env: z.record(z.string(), EnvDraft) })
  .readonly();
export type ServerDraft = z.infer<typeof ServerDraft>;

/** What is wrong with one member of a draft, as in `args[1]` or `env.TOKEN`; empty for the whole. */
export const DraftFault = z.object({ field: z.string(), message: z.string() }).readonly();
export type DraftFault = z.infer<typeof DraftFault>;

/** An entry of the file that could not be taken (M3). */
export const ServerProblem = z
  .object({
    server: z.string(),
    field: z.string().nullable(),
    line: z.number().int(),
    column: z.number().int(),
    message: z.string(),
  })
  .readonly();
export type ServerProblem = z.infer<typeof ServerProblem>;

/** The person's own servers as they hold now, and what is wrong with their file. */
export const ServerList = z
  .object({
    /** Absolute path. */
    file: z.string().nullable(),
    /** Why the file as it is now cannot be read; what is listed held before. */
    broken: Failure.nullable(),
    entries: z.array(ServerEntryView).readonly(),
    problems: z.array(ServerProblem).readonly(),
    /** About what can be used and is odd all the same, as names that look alike. */
    warnings: z.array(z.string()).readonly(),
    /** Whether an entry of the person's takes the place of the browser that comes with the app. */
    replacesBrowser: z.boolean(),
  })
  .readonly();
export type ServerList = z.infer<typeof ServerList>;

export const SaveServerResult = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("saved"), servers: ServerList }),
  z.object({ kind: z.literal("refused"), faults: z.array(DraftFault).readonly() }),
]);
export type SaveServerResult = z.infer<typeof SaveServerResult>;

/** A secret that servers are given by `${secret:NAME}`; its value never crosses (S36). */
export const ServerSecret = z
  .object({
    name: z.string(),
    /** `this-run`: the system offers no encryption, so it is kept until the app quits. */
    kept: z.enum(["stored", "this-run"]),
    /** The servers whose entries name it. */
    usedBy: z.array(z.string()).readonly(),
  })
  .readonly();
export type ServerSecret = z.infer<typeof ServerSecret>;
