import { closeSync, openSync, readSync, statSync } from "node:fs";

/** The first four bytes of a write-ahead log, in its two byte orders; https://sqlite.org/fileformat2.html. */
const MAGIC: readonly number[] = [0x377f0682, 0x377f0683];

export type LogState = "there" | "missing" | "overwritten";

/**
 * What became of the log that a database which was not closed had beside it. While it is open there
 * always is one; SQLite itself takes a missing or overwritten one for an empty one, and says nothing.
 */
export function logOf(database: string): LogState {
  const file = `${database}-wal`;
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) return "missing";
  return stats.size === 0 || MAGIC.includes(firstNumber(file)) ? "there" : "overwritten";
}

function firstNumber(file: string): number {
  const bytes = Buffer.alloc(4);
  const descriptor = openSync(file, "r");
  try {
    readSync(descriptor, bytes, 0, bytes.length, 0);
  } finally {
    closeSync(descriptor);
  }
  return bytes.readUInt32BE(0);
}
