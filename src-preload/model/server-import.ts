import { z } from "zod";

/** Whose file it looks like. */
export const ImportedClient = z.enum(["claude-desktop", "vscode", "cursor", "other"]);
export type ImportedClient = z.infer<typeof ImportedClient>;

/** A server of another client's file, as it would be run here: nothing of it is shortened (S39). */
export const ImportedEntry = z
  .object({
    command: z.string(),
    args: z.array(z.string()).readonly(),
    envNames: z.array(z.string()).readonly(),
    cwd: z.string(),
    enabled: z.boolean(),
  })
  .readonly();
export type ImportedEntry = z.infer<typeof ImportedEntry>;

export const ImportItem = z
  .object({
    /** As in that file. */
    name: z.string(),
    standing: z.enum([
      "new",
      /** There is one of this name that is just the same. */
      "same",
      /** There is one of this name that is not the same. */
      "differs",
      /** It cannot be taken; `reason` says why. */
      "refused",
    ]),
    reason: z.string().nullable(),
    /** What will be otherwise than it was there. */
    notes: z.array(z.string()).readonly(),
    entry: ImportedEntry.nullable(),
    /** Secrets that stand in it in plain text, and the names under which they could be kept. */
    plainSecrets: z.array(z.object({ field: z.string(), secret: z.string() })).readonly(),
    /** Secrets that it needs, and that client asked its person for. */
    needs: z
      .array(z.object({ secret: z.string(), description: z.string(), isKept: z.boolean() }))
      .readonly(),
  })
  .readonly();
export type ImportItem = z.infer<typeof ImportItem>;

/** What an import would do; nothing is written or run by it (M4, S40). */
export const ImportPreview = z
  .object({
    /** To be named when it is done. */
    importId: z.string(),
    client: ImportedClient,
    items: z.array(ImportItem).readonly(),
  })
  .readonly();
export type ImportPreview = z.infer<typeof ImportPreview>;

export const ImportChoice = z
  .object({
    name: z.string(),
    /** What it is to be called here; null for its own name. A name that is there already is replaced only by its own `differs`. */
    as: z.string().nullable(),
    /** Whether its plain secrets go into the encrypted store, and their names into the file. */
    moveSecrets: z.boolean(),
  })
  .readonly();
export type ImportChoice = z.infer<typeof ImportChoice>;
