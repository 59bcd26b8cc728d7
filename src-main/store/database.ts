import { pathToFileURL } from "node:url";
import {
  backup,
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

/** All pages of a copy in one step, in a thread of its own: between two steps a write would begin it anew. */
const ALL_PAGES = 2_000_000_000;

interface Pragma {
  readonly name: string;
  readonly value: string;
  readonly taken: string | number;
}

// FULL: a commit that returned survives a loss of power, not only a crash of the app.
const FULL: Pragma = { name: "synchronous", value: "FULL", taken: 2 };
// NORMAL: a loss of power may take the last commits, but leaves the file whole.
const NORMAL: Pragma = { name: "synchronous", value: "NORMAL", taken: 1 };

/** What each connection that writes must have taken on: asked for, then read back (D1, D7). */
const PRAGMAS: readonly Pragma[] = [
  { name: "journal_mode", value: "WAL", taken: "wal" },
  { name: "foreign_keys", value: "ON", taken: 1 },
  // Deleted rows are overwritten, so that what was deleted has left the disk.
  { name: "secure_delete", value: "ON", taken: 1 },
  { name: "busy_timeout", value: String(BUSY_TIMEOUT_MS), taken: BUSY_TIMEOUT_MS },
];

export interface DatabaseOptions {
  /** What can be made anew from elsewhere need not survive a loss of power to the last commit. */
  readonly rebuildable?: boolean;
}

/**
 * One connection to the database file. The only place that knows the SQLite driver, whose
 * interface is that of `node:sqlite`. Throws `AppError`s of the codes in `store-error.ts`.
 */
export class Database {
  readonly #connection: DatabaseSyncInstance;
  readonly #statements = new Map<string, StatementSyncInstance>();
  /** What a write is answered with; null where one may write. */
  readonly #refusal: AppError | null;
  #isDamaged = false;

  constructor(file: string, options: DatabaseOptions & { readonly refusal?: AppError } = {}) {
    const { rebuildable = false, refusal = null } = options;
    this.#refusal = refusal;
    const readOnly = refusal !== null;
    this.#connection = guarded(
      () => new DatabaseSync(file, { readOnly, timeout: BUSY_TIMEOUT_MS }),
    );
    if (readOnly) return;
    try {
      for (const pragma of [...PRAGMAS, rebuildable ? NORMAL : FULL]) this.#takeOn(pragma);
    } catch (error) {
      this.#connection.close();
      throw error;
    }
  }

  /** A file that is only looked at: every write throws the refusal, and no byte of the file changes (D4). */
  static forReading(file: string, refusal: AppError): Database {
    return new Database(file, { refusal });
  }

  /** A file that no process writes to, as a copy: nothing is left beside it by looking at it. */
  static unchanging(file: string): Database {
    const refusal = new AppError("storage-read-only", "A copy of the database is never changed.");
    return new Database(`${pathToFileURL(file).href}?immutable=1`, { refusal });
  }

  get isReadOnly(): boolean {
    return this.#refusal !== null;
  }

  /** What every write is answered with; null where one may write. */
  get refusal(): AppError | null {
    return this.#refusal;
  }

  /** Whether SQLite has met damage in the file since it was opened. */
  get isDamaged(): boolean {
    return this.#isDamaged;
  }

  get isOpen(): boolean {
    return this.#connection.isOpen;
  }

  get isInTransaction(): boolean {
    return this.#connection.isTransaction;
  }

  /** Writes to the disk what stands there already, to see whether it takes anything. Throws a `storage-…`. */
  probe(): void {
    const version = this.schemaVersion;
    this.transaction(() => {
      this.schemaVersion = version + 1;
      this.schemaVersion = version;
    });
  }

  /** The number of the schema in the file; 0 when it is new. */
  get schemaVersion(): number {
    return this.#guarded(() => versionOf(this.#connection));
  }

  set schemaVersion(version: number) {
    this.script(`PRAGMA user_version = ${version}`);
  }

  /** Returns how many rows were changed, without those that a cascade took. */
  run(sql: string, values: SqlValues = {}): number {
    this.#refuseIfReadOnly();
    return this.#guarded(() => this.#prepared(sql).run(values).changes);
  }

  all(sql: string, values: SqlValues = {}): readonly Row[] {
    return this.#guarded(() => this.#prepared(sql).all(values));
  }

  /** Of a damaged database: the rows up to the one at which it cannot be read on. */
  readable(sql: string): readonly Row[] {
    const rows: Row[] = [];
    try {
      for (const row of this.#connection.prepare(sql).iterate()) rows.push(row as Row);
    } catch {
      // What could be read is the answer.
    }
    return rows;
  }

  get(sql: string, values: SqlValues = {}): Row | null {
    return this.#guarded(() => this.#prepared(sql).get(values) ?? null);
  }

  /** Several statements without values. */
  script(sql: string): void {
    this.#refuseIfReadOnly();
    this.#guarded(() => this.#connection.exec(sql));
  }

  /** All of the work or none of it. Inside another transaction it is a part of that one. */
  transaction<T>(work: () => T): T {
    this.#refuseIfReadOnly();
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
    if (this.isReadOnly || this.#connection.isTransaction) return;
    this.get("PRAGMA wal_checkpoint(TRUNCATE)");
  }

  /** What SQLite finds wrong in the file, in its own words; empty when it is whole. */
  problems(): readonly string[] {
    const found = this.all("PRAGMA integrity_check").map((row) => String(row["integrity_check"]));
    const orphans = this.all("PRAGMA foreign_key_check");
    return [
      ...found.filter((line) => line !== "ok"),
      ...orphans.map((row) => `a row of ${String(row["table"])} belongs to nothing`),
    ];
  }

  /** How many rows each of the app's own tables has, by name; what SQLite keeps for itself left out. */
  rowCounts(): ReadonlyMap<string, number> {
    const tables = this.all(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
    );
    return new Map(
      tables.map(({ name }) => {
        const quoted = `"${String(name).replaceAll('"', '""')}"`;
        return [String(name), Number(this.get(`SELECT count(*) AS rows FROM ${quoted}`)?.["rows"])];
      }),
    );
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

  #guarded<T>(work: () => T): T {
    try {
      return guarded(work);
    } catch (error) {
      if (error instanceof AppError && error.code === "database-damaged") this.#isDamaged = true;
      throw error;
    }
  }

  #refuseIfReadOnly(): void {
    if (this.#refusal) throw this.#refusal;
  }

  #takeOn({ name, value, taken }: Pragma): void {
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

/**
 * Copies a database as it is at one moment into a file that is not there yet, by SQLite's backup.
 * Others may write meanwhile, and close: the copy has a connection of its own.
 */
export async function copyDatabase(file: string, target: string): Promise<void> {
  const connection = guarded(() => new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS }));
  try {
    await backup(connection, target, { rate: ALL_PAGES });
  } catch (error) {
    throw storeError(error);
  } finally {
    // Not before: the driver does not survive it.
    connection.close();
  }
}

/**
 * The number of the schema in a file, which is left as it is, byte by byte. Only what a crash has left
 * half done beside it is finished first where it cannot be read otherwise.
 */
export function readSchemaVersion(file: string): number {
  try {
    return versionIn(file, { readOnly: true });
  } catch (error) {
    if (!needsFinishing(error)) throw error;
    return versionIn(file, { readOnly: false });
  }
}

function versionIn(file: string, options: { readonly readOnly: boolean }): number {
  return guarded(() => {
    const connection = new DatabaseSync(file, { ...options, timeout: BUSY_TIMEOUT_MS });
    try {
      return versionOf(connection);
    } finally {
      connection.close();
    }
  });
}

/** A rollback that is due, or a log that is not there, keeps SQLite from only reading. */
function needsFinishing(error: unknown): boolean {
  return (
    error instanceof AppError &&
    (error.code === "storage-read-only" || error.code === "storage-unavailable")
  );
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
