import { z } from "zod";

/** A file that the browser has saved in a conversation's workspace: a download, a PDF, a picture, a snapshot. */
export const SavedFile = z
  .object({
    /** From the workspace, with `/` between its parts. */
    path: z.string(),
    bytes: z.number(),
    /** Milliseconds since 1970. */
    savedAt: z.number(),
  })
  .readonly();
export type SavedFile = z.infer<typeof SavedFile>;

/** What the browser of one conversation has saved (M22). */
export const BrowserFiles = z
  .object({
    /** Oldest first; no more of them than can be shown. */
    files: z.array(SavedFile).readonly(),
    /** How many there are in all. */
    count: z.number(),
    totalBytes: z.number(),
    /** Above this the oldest are offered for removal; nothing is ever removed by itself. */
    budgetBytes: z.number(),
  })
  .readonly();
export type BrowserFiles = z.infer<typeof BrowserFiles>;
