import { readFileSync } from "node:fs";
import { parse, printParseErrorCode, type ParseError } from "jsonc-parser";
import { z } from "zod";
import { AppError, messageOf } from "../../base/errors.ts";
import { serverDefaults, type ServerConfig } from "./server-config.ts";

/** A longer time would make a timer fire at once. In milliseconds. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** A prefix stays inside what every provider takes as a tool's name. */
const prefix = z
  .string()
  .regex(/^[A-Za-z0-9_-]*$/, "toolPrefix may hold letters, digits, _ and - only")
  .refine((text) => !text.startsWith("mcp__"), "toolPrefix may not begin with mcp__");

const seconds = z.number().positive("must be more than 0 seconds");

const entry = z.object({
  command: z.string().trim().min(1, "command is empty"),
  args: z.array(z.string()).default([]),
  env: z.record(z.string(), z.string().nullable()).default({}),
  cwd: z.string().min(1).default(serverDefaults.cwd),
  toolPrefix: prefix.default(""),
  enabled: z.boolean().default(true),
  parallel: z.boolean().default(false),
  startupTimeoutSeconds: seconds.default(serverDefaults.startupTimeoutMs / 1_000),
  callTimeoutSeconds: seconds.default(serverDefaults.callTimeoutMs / 1_000),
  idleTimeoutSeconds: z
    .number()
    .nonnegative()
    .default(serverDefaults.idleTimeoutMs / 1_000),
  stderrLevel: z
    .string()
    .toLowerCase()
    .transform((level) =>
      level === "warning" || level === "information" ? level.slice(0, 4) : level,
    )
    .pipe(z.enum(["debug", "info", "warn", "error"]))
    .default(serverDefaults.stderrLevel),
  promptSection: z.string().nullable().default(null),
});

/** A server that could not be taken, with the reason; the others are not affected (M3). */
export interface ConfigProblem {
  readonly server: string;
  readonly message: string;
}

export interface McpFile {
  /** In the order of the file. */
  readonly servers: readonly ServerConfig[];
  readonly problems: readonly ConfigProblem[];
}

/** Reads an `mcp.json`. Throws an `AppError` `config-unreadable` or `config-broken` with line and column. */
export function readMcpFile(file: string): McpFile {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new AppError("config-unreadable", `The file ${file} cannot be read: ${messageOf(error)}`);
  }
  return parseMcpFile(text, file);
}

/** Comments, trailing commas, a byte order mark and CRLF are fine (M3). */
export function parseMcpFile(text: string, file: string): McpFile {
  const content = text.replace(/^\uFEFF/, "");
  const errors: ParseError[] = [];
  const parsed: unknown = parse(content, errors, {
    allowTrailingComma: true,
    allowEmptyContent: true,
  });
  if (errors[0]) throw broken(file, content, errors[0]);
  const servers = z
    .looseObject({ mcpServers: z.record(z.string(), z.unknown()).default({}) })
    .safeParse(parsed ?? {});
  if (!servers.success) {
    throw new AppError(
      "config-broken",
      `The file ${file} needs an object "mcpServers" at its root.`,
    );
  }
  return readEntries(servers.data.mcpServers);
}

function readEntries(entries: Readonly<Record<string, unknown>>): McpFile {
  const servers: ServerConfig[] = [];
  const problems: ConfigProblem[] = [];
  for (const [name, raw] of Object.entries(entries)) {
    const read = entry.safeParse(raw);
    if (read.success) servers.push(toConfig(name, read.data));
    else problems.push({ server: name, message: describe(name, read.error) });
  }
  return { servers, problems };
}

function toConfig(name: string, read: z.output<typeof entry>): ServerConfig {
  const { startupTimeoutSeconds, callTimeoutSeconds, idleTimeoutSeconds, ...same } = read;
  return {
    ...serverDefaults,
    ...same,
    name,
    startupTimeoutMs: toMs(startupTimeoutSeconds),
    callTimeoutMs: toMs(callTimeoutSeconds),
    idleTimeoutMs: toMs(idleTimeoutSeconds),
  };
}

const toMs = (seconds: number): number => Math.min(seconds * 1_000, LONGEST_TIMER_MS);

function describe(name: string, error: z.ZodError): string {
  const faults = error.issues.map(({ path, message }) =>
    [path.join("."), message].filter(Boolean).join(": "),
  );
  return `The server "${name}" was left out: ${faults.join("; ")}.`;
}

function broken(file: string, content: string, error: ParseError): AppError {
  const before = content.slice(0, error.offset).split("\n");
  const [line, column] = [before.length, (before.at(-1)?.length ?? 0) + 1];
  return new AppError(
    "config-broken",
    `The file ${file} is not valid at line ${line}, column ${column}: ${printParseErrorCode(error.error)}.`,
  );
}
