import { z } from "zod";

/** What went wrong, as a person may read it: never a stack, a path of the machine or a secret (S17). */
export const Failure = z
  .object({
    code: z.string(),
    message: z.string(),
  })
  .readonly();
export type Failure = z.infer<typeof Failure>;
