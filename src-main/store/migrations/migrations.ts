import { firstTables } from "./0001-first-tables.ts";
import { queuedMessages } from "./0002-queued-messages.ts";
import { contextSummaries } from "./0003-context-summaries.ts";
import { ownInstructions } from "./0004-instructions.ts";
import { wholeRecords } from "./0005-whole-records.ts";
import { turnVariants } from "./0006-turn-variants.ts";

/** Every step from an empty file to the present schema, in order. A step that was shipped is never changed. */
export const migrations: readonly string[] = [
  firstTables,
  queuedMessages,
  contextSummaries,
  ownInstructions,
  wholeRecords,
  turnVariants,
];
