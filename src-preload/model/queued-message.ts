import { z } from "zod";

/** What the person wrote while a turn was running; it is no message yet, and can be changed or taken back. */
export const QueuedMessage = z
  .object({
    id: z.string(),
    conversationId: z.string(),
    text: z.string(),
    createdAt: z.number(),
    state: z.enum([
      /** Goes in at the next step of the running turn. */
      "next",
      /** The turn ended before its time came: it waits until the person sends it. */
      "held",
    ]),
  })
  .readonly();
export type QueuedMessage = z.infer<typeof QueuedMessage>;
