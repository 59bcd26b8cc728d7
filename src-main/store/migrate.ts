import { AppError } from "../base/errors.ts";
import type { Database } from "./database.ts";

/**
 * Takes the file from whatever schema it has to the present one, in one transaction: all steps or
 * none (D4). The steps are numbered by their place, from 1.
 */
export function migrate(database: Database, steps: readonly string[]): void {
  const from = database.schemaVersion;
  refuseNewer(from, steps);
  if (from === steps.length) return;
  database.transaction(() => {
    for (const step of steps.slice(from)) database.script(step);
    database.schemaVersion = steps.length;
  });
}

/** Throws `database-newer` for a file that a later version of the app has written. */
export function refuseNewer(version: number, steps: readonly string[]): void {
  if (version <= steps.length) return;
  throw new AppError(
    "database-newer",
    "A newer version of Pilothouse has used this data. Nothing was changed; install the newer version to open it.",
    { details: { version, known: steps.length } },
  );
}
