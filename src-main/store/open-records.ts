import { existsSync } from "node:fs";
import path from "node:path";
import type { RepairReport } from "../../src-preload/model/records.ts";
import { systemClock, type Clock } from "../base/clock.ts";
import { ensurePrivateFolder } from "../base/durable-file.ts";
import { AppError } from "../base/errors.ts";
import { silentLogger, type Logger } from "../base/logger.ts";
import { Backups } from "./backup/backups.ts";
import { DailyBackup } from "./backup/daily-backup.ts";
import { DataLock } from "./data-lock.ts";
import { Database, readSchemaVersion } from "./database.ts";
import { needsMigration, newerVersion } from "./migrate.ts";
import { migrations } from "./migrations/migrations.ts";
import { ClosedMark } from "./repair/closed-mark.ts";
import { repairIfDamaged } from "./repair/repair.ts";
import { logOf, type LogState } from "./repair/write-ahead-log.ts";
import { DATABASE_FILE, openStore, type Store } from "./store.ts";
import { fileError } from "./store-error.ts";

/** Where copies of the database are, from the data folder. */
export const BACKUP_FOLDER = "backups";

export interface RecordsOptions {
  readonly logger?: Logger;
  readonly clock?: Clock;
}

/**
 * Opens the records as a start of the app does: holds the folder for this process alone, repairs what
 * is damaged (D5), and copies a database of an earlier version before it is changed (D4). Throws as
 * {@link openStore} does.
 */
export async function openRecords(folder: string, options: RecordsOptions = {}): Promise<Store> {
  makeFolder(folder);
  const lock = DataLock.take(folder);
  try {
    return await new Opening(folder, lock, options).run();
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Copies the records of an open store once a day. */
export function dailyBackupOf(store: Store, folder: string, options: RecordsOptions): DailyBackup {
  return new DailyBackup({
    backups: backupsOf(folder, options),
    database: path.join(folder, DATABASE_FILE),
    version: migrations.length,
    onDamage: () => store.reportDamage(),
    logger: options.logger ?? silentLogger,
  });
}

/** The copies of a data folder. */
export function backupsOf(folder: string, { logger, clock }: RecordsOptions = {}): Backups {
  return new Backups(
    path.join(folder, BACKUP_FOLDER),
    clock ?? systemClock,
    logger ?? silentLogger,
  );
}

class Opening {
  readonly #folder: string;
  readonly #file: string;
  readonly #lock: DataLock;
  readonly #logger: Logger;
  readonly #clock: Clock;
  readonly #backups: Backups;

  constructor(folder: string, lock: DataLock, { logger, clock }: RecordsOptions) {
    this.#folder = folder;
    this.#file = path.join(folder, DATABASE_FILE);
    this.#lock = lock;
    this.#logger = logger ?? silentLogger;
    this.#clock = clock ?? systemClock;
    this.#backups = backupsOf(folder, { logger: this.#logger, clock: this.#clock });
  }

  async run(): Promise<Store> {
    const shared = { logger: this.#logger, lock: this.#lock };
    if (!existsSync(this.#file)) return openStore(this.#folder, shared);
    const log = logOf(this.#file);
    const version = this.#versionOrDamaged();
    if (version !== null && newerVersion(version, migrations)) {
      return openStore(this.#folder, shared);
    }
    const repair = this.#repairIfNeeded(version, log);
    const isCopied = await this.#copyIfOld();
    const store = openStore(this.#folder, { ...shared, repair, isCopied });
    if (isCopied) splitLongRows(store);
    return store;
  }

  /** Null when the file is no database any more. */
  #versionOrDamaged(): number | null {
    try {
      return readSchemaVersion(this.#file);
    } catch (error) {
      if (error instanceof AppError && error.code === "database-damaged") return null;
      throw error;
    }
  }

  #repairIfNeeded(version: number | null, log: LogState): RepairReport | null {
    if (version !== null && new ClosedMark(this.#file).holds()) return null;
    return repairIfDamaged({
      folder: this.#folder,
      name: DATABASE_FILE,
      backups: this.#backups,
      migrations,
      log,
      clock: this.#clock,
      logger: this.#logger,
    });
  }

  async #copyIfOld(): Promise<boolean> {
    const version = readSchemaVersion(this.#file);
    if (!needsMigration(version, migrations)) return false;
    const rows = this.#rowCounts();
    await this.#backups.make(this.#file, `before-v${migrations.length}`, { version, rows });
    return true;
  }

  #rowCounts(): ReadonlyMap<string, number> {
    const database = new Database(this.#file);
    try {
      return database.rowCounts();
    } finally {
      database.close();
    }
  }
}

/** After a migration: a kill in the middle leaves rows that are long and as good as before. */
function splitLongRows(store: Store): void {
  store.toolCalls.splitLongRows();
  store.messages.splitLongRows();
}

function makeFolder(folder: string): void {
  try {
    ensurePrivateFolder(folder);
  } catch (error) {
    throw fileError(error);
  }
}
