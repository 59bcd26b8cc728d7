import { firstTables } from "./0001-first-tables.ts";
import { wholeRecords } from "./0002-whole-records.ts";
import { turnVariants } from "./0003-turn-variants.ts";

/** Every step from an empty file to the present schema, in order. A step that was shipped is never changed. */
export const migrations: readonly string[] = [firstTables, wholeRecords, turnVariants];
