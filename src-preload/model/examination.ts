import { z } from "zod";

/** What a server's start consists of, in order. */
export const ExaminationStep = z
  .object({
    step: z.enum([
      /** Its entry is read and its variables replaced. */
      "entry",
      /** Its command is looked for. */
      "command",
      /** What has to be in order before it, as the browser's profile. */
      "preparation",
      "process",
      /** It answers `initialize`. */
      "handshake",
      "tools",
      /** The browser server's browser opens. */
      "browser",
    ]),
    outcome: z.enum(["done", "failed", "not-reached"]),
    /** What was found, in a sentence; empty where nothing was reached. */
    detail: z.string(),
    /** How long it took, in milliseconds; null where it was not reached. */
    ms: z.number().nullable(),
  })
  .readonly();
export type ExaminationStep = z.infer<typeof ExaminationStep>;

/** What came of starting a server once to see what is wrong with it; without secrets. */
export const Examination = z
  .object({
    server: z.string(),
    /** Milliseconds since 1970. */
    at: z.number(),
    works: z.boolean(),
    /** What is wrong, in a sentence. */
    cause: z.string(),
    /** What to do about it, the best first. */
    waysOut: z.array(z.string()).readonly(),
    steps: z.array(ExaminationStep).readonly(),
    /** What was run. */
    command: z
      .object({
        program: z.string(),
        args: z.array(z.string()).readonly(),
        cwd: z.string(),
        /** Names of the variables that its entry sets; never their values. */
        variables: z.array(z.string()).readonly(),
        /** Null where the program is in none of the folders. */
        foundAt: z.string().nullable(),
        searched: z.array(z.string()).readonly(),
      })
      .readonly()
      .nullable(),
    exit: z
      .object({ code: z.number().nullable(), signal: z.string().nullable() })
      .readonly()
      .nullable(),
    stderrTail: z.array(z.string()).readonly(),
  })
  .readonly();
export type Examination = z.infer<typeof Examination>;
