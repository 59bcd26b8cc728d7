import { z } from "zod";

export const ExportFormat = z.enum([
  /** A text with a folder of pictures beside it. */
  "markdown",
  /** One page that opens anywhere. */
  "html",
  /** Can be imported again, without loss. */
  "json",
]);
export type ExportFormat = z.infer<typeof ExportFormat>;
