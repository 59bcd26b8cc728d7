import { z } from "zod";
import { Failure } from "./failure.ts";

/** What a start found damaged, and what it did about it. Nothing was deleted (D5). */
export const RepairReport = z
  .object({
    repairedAt: z.number(),
    outcome: z.enum([
      /** The database is whole, but the last writes to it are gone. */
      "last-writes-lost",
      /** Everything was read out of the damaged file. */
      "saved-all",
      /** What could be read of the damaged file was put over the newest good copy. */
      "from-copy",
      /** There was no copy: what could be read of the damaged file is all there is. */
      "salvaged",
      /** Nothing could be read, and there was no copy. */
      "began-anew",
    ]),
    /** When the copy was made that took its place; null where none did. */
    copyMadeAt: z.number().nullable(),
    /** Where the damaged file is, from the data folder, with `/` between its parts. */
    damagedFile: z.string().nullable(),
    /** One sentence for each thing that is or may be gone. */
    lost: z.array(z.string()).readonly(),
  })
  .readonly();
export type RepairReport = z.infer<typeof RepairReport>;

/** How it stands with what the app keeps on disk. */
export const RecordsStatus = z
  .object({
    /** Why nothing, or not everything, is saved at the moment; null while all is (D6). */
    trouble: Failure.nullable(),
    /** What is in memory alone because of it. */
    unsaved: z.number().int(),
    /** What this start repaired; null for nothing. */
    repair: RepairReport.nullable(),
  })
  .readonly();
export type RecordsStatus = z.infer<typeof RecordsStatus>;
