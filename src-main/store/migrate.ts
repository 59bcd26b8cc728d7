import { AppError } from "../base/errors.ts";
import type { Database } from "./database.ts";

/**
 * Takes the file from whatever schema it has to the present one, in one transaction: all steps or
 * none (D4). The steps are numbered by their place, from 1. Before the transaction ends, the file
 * is looked over: whole, and no row lost. Throws `migration-failed`; nothing has changed then.
 */
export function migrate(database: Database, steps: readonly string[]): void {
  const from = database.schemaVersion;
  const newer = newerVersion(from, steps);
  if (newer) throw newer;
  if (from === steps.length) return;
  try {
    database.transaction(() => {
      const before = database.rowCounts();
      for (const step of steps.slice(from)) database.script(step);
      database.schemaVersion = steps.length;
      verify(database, before);
    });
  } catch (error) {
    throw failed(error, from);
  }
}

/** Whether the file is one that some version before this one has written. */
export function needsMigration(version: number, steps: readonly string[]): boolean {
  return version > 0 && version < steps.length;
}

/** What to say of a file that a later version of the app has written; null for any other. */
export function newerVersion(version: number, steps: readonly string[]): AppError | null {
  if (version <= steps.length) return null;
  return new AppError(
    "database-newer",
    "A newer version of Pilothouse has used this data. It can be read and is not changed; install the newer version to go on with it.",
    { details: { version, known: steps.length } },
  );
}

function verify(database: Database, before: ReadonlyMap<string, number>): void {
  const after = database.rowCounts();
  for (const [table, rows] of before) {
    if (after.get(table) !== rows) throw new Error(`${table} had ${rows} rows before`);
  }
  const [problem] = database.problems();
  if (problem !== undefined) throw new Error(problem);
}

/** A disk that is full, and the like, has its own sentence. */
function failed(error: unknown, from: number): unknown {
  if (error instanceof AppError) return error;
  return new AppError(
    "migration-failed",
    "Pilothouse could not bring its records to this version. Nothing was changed; the earlier version of Pilothouse can still open them.",
    { cause: error, details: { from } },
  );
}
