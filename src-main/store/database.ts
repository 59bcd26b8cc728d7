import {
  DatabaseSync,
  type DatabaseSyncInstance,
  type StatementSyncInstance,
} from "@photostructure/sqlite";
import { AppError } from "../base/errors.ts";
import { storeError } from "./store-error.ts";

export type SqlValue = string | number | null;
/** Values by the name that stands as `:name` in the SQL. */
export type SqlValues = Readonly<Record<string, SqlValue>>;
export type Row = Readonly<Record<string, unknown>>;

/** How long a statement waits for another process that holds the file: a virus scanner, a backup. */
const BUSY_TIMEOUT_MS = 5_000;

/** What each connection must have taken on: asked for, then read back (D1, D7). */
const PRAGMAS = [
  { name: "journal_mode", value: "WAL", taken: "wal" },
  // FULL: a commit that returned survives a loss of power, not only a crash of the app.
  { name: "synchronous", value: "FULL", taken: 2 },
  { name: "foreign_keys", value: "ON", taken: 1 },
  // Deleted rows are overwritten, so that what was deleted has left the disk.
  { name: "secure_delete", value: "ON", taken: 1 },
  { name: "busy_timeout", value: String(BUSY_TIMEOUT_MS), taken: BUSY_TIMEOUT_MS },
] as const;

/**
 * One connection to the database file. The only place that knows the SQLite driver, whose
 * interface is that of `node:sqlite`. Throws `AppError`s of the codes in `store-error.ts`.
 */
export class Database {
  readonly #connection: DatabaseSyncInstance;
  readonly #statements = new Map<string, StatementSyncInstance>();

  constructor(file: string) {
    this.#connection = guarded(() => new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS }));
    try {
      for (const pragma of PRAGMAS) this.#takeOn(pragma);
    } catch (error) {
      this.#connection.close();
      throw error;
    }
  }

  /** The number of the schema in the file; 0 when it is new. */
  get schemaVersion(): number {
    return versionOf(this.#connection);
  }

  set schemaVersion(version: number) {
    this.script(`PRAGMA user_version = ${version}`);
  }

  /** Returns how many rows were changed, without those that a cascade took. */
  run(sql: string, values: SqlValues = {}): number {
    return guarded(() => this.#prepared(sql).run(values).changes);
  }

  all(sql: string, values: SqlValues = {}): readonly Row[] {
    return guarded(() => this.#prepared(sql).all(values));
  }

  get(sql: string, values: SqlValues = {}): Row | null {
    return guarded(() => this.#prepared(sql).get(values) ?? null);
  }

  /** Several statements without values. */
  script(sql: string): void {
    guarded(() => this.#connection.exec(sql));
  }

  /** All of the work or none of it. Inside another transaction it is a part of that one. */
  transaction<T>(work: () => T): T {
    if (this.#connection.isTransaction) return work();
    this.script("BEGIN IMMEDIATE");
    try {
      const result = work();
      this.script("COMMIT");
      return result;
    } catch (error) {
      // Some errors, a full disk among them, have ended the transaction already.
      if (this.#connection.isTransaction) this.script("ROLLBACK");
      throw error;
    }
  }

  /** Empties the write-ahead log into the file, so that the log holds nothing of what was deleted (D7). */
  checkpoint(): void {
    // SQLite refuses it inside a transaction; the next one outside does the work.
    if (!this.#connection.isTransaction) this.get("PRAGMA wal_checkpoint(TRUNCATE)");
  }

  close(): void {
    if (!this.#connection.isOpen) return;
    this.checkpoint();
    this.#statements.clear();
    this.#connection.close();
  }

  #prepared(sql: string): StatementSyncInstance {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#connection.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #takeOn({ name, value, taken }: (typeof PRAGMAS)[number]): void {
    this.script(`PRAGMA ${name} = ${value}`);
    const answer: unknown = Object.values(this.get(`PRAGMA ${name}`) ?? {})[0];
    if (answer === taken) return;
    throw new AppError(
      "database-unsafe",
      "The disk that holds Pilothouse's data cannot keep a database safely. Move the data folder to a local disk.",
      { details: { pragma: name, answer } },
    );
  }
}

/** The number of the schema in a file, which is left as it is, byte by byte. */
export function readSchemaVersion(file: string): number {
  return guarded(() => {
    const connection = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
    try {
      return versionOf(connection);
    } finally {
      connection.close();
    }
  });
}

function versionOf(connection: DatabaseSyncInstance): number {
  return Number(connection.prepare("PRAGMA user_version").get()?.user_version);
}

function guarded<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw storeError(error);
  }
}
