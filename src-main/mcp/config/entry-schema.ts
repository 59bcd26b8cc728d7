import { z } from "zod";
import { entryDefaults, type ServerEntry } from "./server-config.ts";

/** A longer time would make a timer fire at once. In milliseconds. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** What is wrong with one member of an entry. */
export interface EntryFault {
  /** As a person finds it in the entry, as in `args[1]` or `env.TOKEN`; empty for the entry as a whole. */
  readonly field: string;
  readonly path: readonly (string | number)[];
  readonly message: string;
}

export type EntryReading =
  | { readonly ok: true; readonly entry: ServerEntry }
  | { readonly ok: false; readonly faults: readonly EntryFault[] };

const text = z.string("must be a text");
const truth = z.boolean("must be true or false");
const seconds = z.number("must be a number of seconds");
const duration = seconds.positive("must be more than 0 seconds");
const orNever = seconds.nonnegative("must be 0, for never, or more seconds");

/** A prefix stays inside what every provider takes as a tool's name (M3). */
const prefix = text
  .regex(/^[A-Za-z0-9_-]*$/, "may hold letters, digits, _ and - only")
  .refine((prefix) => !prefix.startsWith("mcp__"), "may not begin with mcp__");

/** Numbers and switches are meant as the text that a variable always is. */
const variable = z
  .union([z.string(), z.number(), z.boolean()], "must be a text, or null to take the variable away")
  .transform(String)
  .nullable();

/** The names of other programs for the same levels are taken too. */
const level = text
  .toLowerCase()
  .transform((name) => (name === "warning" || name === "information" ? name.slice(0, 4) : name))
  .pipe(z.enum(["debug", "info", "warn", "error"], "must be debug, info, warn or error"));

const toSeconds = (milliseconds: number): number => milliseconds / 1_000;

const schema = z.object(
  {
    command: z
      .string({ error: ({ input }) => (input === undefined ? "is missing" : "must be a text") })
      .trim()
      .min(1, "is empty"),
    args: z.array(text, "must be a list of texts").default([]),
    env: z.record(z.string(), variable, "must be an object of variables").default({}),
    secretEnv: z.array(text, "must be a list of names of variables").default([]),
    cwd: text.min(1, "is empty").default(entryDefaults.cwd),
    toolPrefix: prefix.default(entryDefaults.toolPrefix),
    enabled: truth.optional(),
    /** How other clients say it; `enabled` is the app's own word and wins. */
    disabled: z.unknown().optional(),
    parallel: truth.default(entryDefaults.parallel),
    startupTimeoutSeconds: duration.default(toSeconds(entryDefaults.startupTimeoutMs)),
    callTimeoutSeconds: duration.default(toSeconds(entryDefaults.callTimeoutMs)),
    idleTimeoutSeconds: orNever.default(toSeconds(entryDefaults.idleTimeoutMs)),
    stderrLevel: level.default(entryDefaults.stderrLevel),
    promptSection: text.nullable().default(entryDefaults.promptSection),
  },
  "must be an object with a command",
);

/** Members that mark a server which is reached by an address instead of run by a command. */
const REMOTE_TYPES: ReadonlySet<unknown> = new Set(["http", "sse", "streamable-http", "ws"]);

/** Takes one entry as it was written, or says what is wrong with each of its members (M3). */
export function readEntry(name: string, raw: unknown): EntryReading {
  const faults = [...nameFaults(name), ...remoteFaults(raw)];
  if (faults.length > 0) return { ok: false, faults };
  const read = schema.safeParse(raw);
  if (!read.success) return { ok: false, faults: read.error.issues.map(toFault) };
  return { ok: true, entry: toEntry(name, read.data) };
}

/** Invisible characters would make two names that look the same (S44). */
function nameFaults(name: string): readonly EntryFault[] {
  const fault = (message: string) => [{ field: "", path: [], message }];
  if (name.trim() === "") return fault("a server needs a name");
  if (name === "__proto__") return fault("no server may be called so");
  if (/\p{C}/u.test(name)) return fault("its name holds invisible characters");
  return [];
}

function remoteFaults(raw: unknown): readonly EntryFault[] {
  if (!isRemote(raw)) return [];
  const message =
    "servers at an address are not supported yet, only those that are run here by a command";
  return [{ field: "url", path: ["url"], message }];
}

/** Whether an entry is about a server that is reached by an address. */
export function isRemote(raw: unknown): boolean {
  if (raw === null || typeof raw !== "object" || "command" in raw) return false;
  return "url" in raw || "serverUrl" in raw || ("type" in raw && REMOTE_TYPES.has(raw.type));
}

function toEntry(name: string, read: z.output<typeof schema>): ServerEntry {
  const { startupTimeoutSeconds, callTimeoutSeconds, idleTimeoutSeconds, ...others } = read;
  const { enabled, disabled, ...same } = others;
  return {
    ...same,
    name,
    enabled: enabled ?? disabled !== true,
    startupTimeoutMs: toMs(startupTimeoutSeconds),
    callTimeoutMs: toMs(callTimeoutSeconds),
    idleTimeoutMs: toMs(idleTimeoutSeconds),
  };
}

const toMs = (seconds: number): number => Math.min(seconds * 1_000, LONGEST_TIMER_MS);

function toFault({ path, message }: z.core.$ZodIssue): EntryFault {
  const steps = path.map((step) => (typeof step === "number" ? step : String(step)));
  return { field: fieldName(steps), path: steps, message };
}

function fieldName(path: readonly (string | number)[]): string {
  return path
    .map((step, index) => (typeof step === "number" ? `[${step}]` : `${index ? "." : ""}${step}`))
    .join("");
}
