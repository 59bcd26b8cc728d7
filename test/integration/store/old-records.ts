import { readFileSync } from "node:fs";
import path from "node:path";
import { Database, type Row } from "../../../src-main/store/database.ts";

const fixtures = path.resolve(import.meta.dirname, "../../fixtures/records");

/** A database as the first release has written it; returns its file. */
export function writeFirstRecords(folder: string): string {
  const file = path.join(folder, "pilothouse.db");
  const database = new Database(file);
  database.script(readFileSync(path.join(fixtures, "schema-1.sql"), "utf8"));
  database.close();
  return file;
}

/** Every row of every table of the app's, to compare by. */
export function contentOf(file: string): Readonly<Record<string, readonly Row[]>> {
  const database = new Database(file);
  try {
    const tables = [...database.rowCounts().keys()];
    return Object.fromEntries(
      tables.map((table) => [table, database.all(`SELECT * FROM ${table} ORDER BY rowid`)]),
    );
  } finally {
    database.close();
  }
}
