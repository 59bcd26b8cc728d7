import { AppError } from "../base/errors.ts";

/** SQLite's result codes that a person can do something about; https://sqlite.org/rescode.html. */
const known: ReadonlyMap<number, readonly [code: string, sentence: string]> = new Map([
  [5, ["storage-busy", "Another program holds Pilothouse's data. Close it and try again."]],
  [
    8,
    [
      "storage-read-only",
      "Pilothouse may not write to its data folder. Check the folder's permissions.",
    ],
  ],
  [
    10,
    ["storage-failed", "The disk that holds Pilothouse's data reported an error. Check the disk."],
  ],
  [
    11,
    [
      "database-damaged",
      "Pilothouse's database is damaged. Nothing was deleted; the file is still in the data folder.",
    ],
  ],
  [
    13,
    [
      "storage-full",
      "The disk that holds Pilothouse's data is full. Free some space and try again.",
    ],
  ],
  [
    14,
    [
      "storage-unavailable",
      "Pilothouse cannot open its database. Check that the data folder can be reached and belongs to you.",
    ],
  ],
  [
    26,
    [
      "database-damaged",
      "Pilothouse's database is damaged. Nothing was deleted; the file is still in the data folder.",
    ],
  ],
]);

/** The low byte is the family of an SQLite code, the rest is a detail. */
const FAMILY = 0xff;

/** What went wrong on the disk, as a person may read it (D6); anything else as it came, for it is a mistake of ours. */
export function storeError(error: unknown): unknown {
  const entry = known.get(sqliteCodeOf(error) & FAMILY);
  return entry === undefined ? error : new AppError(...entry, { cause: error });
}

const knownToFileSystem: ReadonlyMap<unknown, number> = new Map([
  ["ENOSPC", 13],
  ["EDQUOT", 13],
  ["EROFS", 8],
  ["EACCES", 8],
  ["EPERM", 8],
  ["EIO", 10],
]);

/** The same for an error of the file system. */
export function fileError(error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  const entry = known.get(knownToFileSystem.get(code) ?? 0);
  return entry === undefined ? error : new AppError(...entry, { cause: error });
}

function sqliteCodeOf(error: unknown): number {
  const code = error instanceof Error && "errcode" in error ? error.errcode : undefined;
  return typeof code === "number" ? code : 0;
}

/** Whether the disk, and not what was to be saved, is the reason that it was not. */
export function isDiskTrouble(error: unknown): boolean {
  return error instanceof AppError && error.code.startsWith("storage-");
}
