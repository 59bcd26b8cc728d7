import path from "node:path";
import { DatabaseSync, type DatabaseSyncInstance } from "@photostructure/sqlite";
import { AppError } from "../base/errors.ts";
import { storeError } from "./store-error.ts";

const LOCK_FILE = "pilothouse.lock";

/**
 * Holds the data folder for this process alone. The lock is the operating system's own, taken
 * through an SQLite file that stays empty: it ends with the process, however that ends, so none can
 * be left behind, and it works the same on every system.
 */
export class DataLock {
  readonly #connection: DatabaseSyncInstance;

  private constructor(connection: DatabaseSyncInstance) {
    this.#connection = connection;
  }

  /** Throws an `AppError` `data-in-use` while another holds the folder, or a `storage-…`. */
  static take(folder: string): DataLock {
    let connection: DatabaseSyncInstance | null = null;
    try {
      connection = new DatabaseSync(path.join(folder, LOCK_FILE), { timeout: 0 });
      connection.exec("BEGIN EXCLUSIVE");
      return new DataLock(connection);
    } catch (error) {
      connection?.close();
      throw inUse(storeError(error));
    }
  }

  /** Releasing twice is the same as once. */
  release(): void {
    if (this.#connection.isOpen) this.#connection.close();
  }
}

function inUse(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== "storage-busy") return error;
  return new AppError(
    "data-in-use",
    "Another Pilothouse, the app or its command line, is using this data folder. Close that one first, or choose another folder.",
    { cause: error },
  );
}
