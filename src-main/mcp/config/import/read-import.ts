import { readFile, stat } from "node:fs/promises";
import { AppError, messageOf } from "../../../base/errors.ts";

/** Largest file that is read for an import, in bytes: a thousand times what one usually has. */
const MAX_IMPORT_BYTES = 4_000_000;

/** Throws an `AppError` `import-unreadable` or `import-too-large`. */
export async function readImport(file: string): Promise<string> {
  try {
    if ((await stat(file)).size <= MAX_IMPORT_BYTES) return await readFile(file, "utf8");
  } catch (error) {
    throw new AppError("import-unreadable", `The file ${file} cannot be read: ${messageOf(error)}`);
  }
  throw new AppError("import-too-large", `The file ${file} is too large for a file of servers.`);
}
