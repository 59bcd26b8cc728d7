import { z } from "zod";

/** How far the browser of a conversation is on its way to the person and back; absent, the agent has it. */
export const HandOverState = z
  .object({
    step: z.enum([
      /** It opens its window; a call that is under way ends first. */
      "opening",
      "person",
      /** It goes back to where the agent can go on. */
      "returning",
    ]),
    /** Milliseconds since 1970. */
    since: z.number(),
  })
  .readonly();
export type HandOverState = z.infer<typeof HandOverState>;
