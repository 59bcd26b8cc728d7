import { z } from "zod";
import { Failure } from "./failure.ts";
import { CatalogueStatus } from "./catalogue.ts";

export const ServerState = z.enum([
  "not-started",
  "starting",
  "running",
  "stopping",
  /** The process ended; the next call starts it again. */
  "exited",
  /** It could not be started; the reason is its `failure`. */
  "failed",
  /** Failed too often; only Retry starts it again. */
  "unavailable",
  "disabled",
  /** The browser server, while its runtime or a browser is missing. */
  "not-installed",
]);
export type ServerState = z.infer<typeof ServerState>;

/** One server of one conversation, as the server panel shows it (M35). */
export const ServerStatus = z
  .object({
    conversationId: z.string(),
    name: z.string(),
    state: ServerState,
    pid: z.number().int().nullable(),
    /** Null until the catalogue of this server is known. */
    tools: z.array(z.string()).readonly().nullable(),
    /** Where its tools are known from, and which of them wait for the person. */
    catalogue: CatalogueStatus.optional(),
    /** While it starts: the program fetches what it runs, which may take minutes; absent otherwise. */
    installing: z.boolean().optional(),
    startedAt: z.number().nullable(),
    calls: z.number().int(),
    failedCalls: z.number().int(),
    /** How the last process ended; null while none has. `asked` tells whether the app wanted it. */
    exit: z
      .object({ code: z.number().nullable(), signal: z.string().nullable(), asked: z.boolean() })
      .readonly()
      .nullable(),
    failure: Failure.nullable(),
    /** The last lines that the process wrote to stderr, redacted. */
    stderrTail: z.array(z.string()).readonly(),
  })
  .readonly();
export type ServerStatus = z.infer<typeof ServerStatus>;
