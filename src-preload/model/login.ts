import { z } from "zod";

/** A browser profile that was saved under a name, to start conversations from (M26). */
export const Login = z
  .object({
    id: z.string(),
    name: z.string(),
    /** Milliseconds since 1970. */
    savedAt: z.number(),
    /** What the conversation was called from which it was saved. */
    from: z.string(),
  })
  .readonly();
export type Login = z.infer<typeof Login>;

/** The browser profile of a conversation. */
export const ProfileStatus = z
  .object({
    bytes: z.number(),
    /** False when it holds more files than were counted. */
    complete: z.boolean(),
    /** The browser that runs with it now; null for none. */
    holder: z.object({ pid: z.number(), since: z.number().nullable() }).readonly().nullable(),
  })
  .readonly();
export type ProfileStatus = z.infer<typeof ProfileStatus>;
