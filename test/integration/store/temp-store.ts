import path from "node:path";
import { onTestFinished } from "vitest";
import { loggerTo } from "../../../src-main/base/logger.ts";
import { Database } from "../../../src-main/store/database.ts";
import { openStore, type Store } from "../../../src-main/store/store.ts";
import { tempFolder } from "../../support/temp-folder.ts";

export interface TempStore {
  readonly store: Store;
  readonly folder: string;
  readonly databaseFile: string;
  /** What the store wrote to the log. */
  readonly log: readonly string[];
  /** Runs SQL on the store's file, past the store. */
  readonly tamper: (sql: string) => void;
}

/** An open store in a folder of its own, closed when the test ends. */
export function tempStore(folder: string = tempFolder()): TempStore {
  const log: string[] = [];
  const store = openStore(folder, { logger: loggerTo((_level, message) => log.push(message)) });
  onTestFinished(() => store.close());
  const databaseFile = path.join(folder, "pilothouse.db");
  return { store, folder, databaseFile, log, tamper: (sql) => tamper(databaseFile, sql) };
}

export function tamper(databaseFile: string, sql: string): void {
  const database = new Database(databaseFile);
  try {
    database.script(sql);
  } finally {
    database.close();
  }
}
