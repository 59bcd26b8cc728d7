import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from "node:fs";
import path from "node:path";
import type { Clock } from "../../base/clock.ts";
import { ensurePrivateFolder, flushFolder, TEMPORARY_SUFFIX } from "../../base/durable-file.ts";
import { messageOf } from "../../base/errors.ts";
import { newId } from "../../base/ids.ts";
import type { Logger } from "../../base/logger.ts";
import { copyDatabase, Database } from "../database.ts";
import { fileError } from "../store-error.ts";
import { backupName, readBackupName, type Backup, type BackupReason } from "./backup-name.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Daily copies that are kept: a week shows most people that something is missing. */
const DAILY_KEPT = 7;

/** How long a copy from before a change of the schema is kept, in milliseconds (D4). */
const MIGRATION_COPY_KEPT_MS = 30 * DAY_MS;

/** The copy is as damaged as what it was made of. */
export class CopyNotWhole extends Error {}

/** What a copy must hold to count as one. */
export interface Expected {
  readonly version: number;
  /** Null where others wrote while it was made. */
  readonly rows: ReadonlyMap<string, number> | null;
}

/**
 * Copies of the database in a folder of their own (D8). One counts only once it was opened and
 * found whole; what is too old goes only when a newer good one is there.
 */
export class Backups {
  readonly #folder: string;
  readonly #clock: Clock;
  readonly #logger: Logger;

  constructor(folder: string, clock: Clock, logger: Logger) {
    this.#folder = folder;
    this.#clock = clock;
    this.#logger = logger;
  }

  /** The newest comes first. */
  list(): readonly Backup[] {
    if (!existsSync(this.#folder)) return [];
    return readdirSync(this.#folder)
      .flatMap((name) => readBackupName(name) ?? [])
      .toSorted((a, b) => b.madeAt - a.madeAt);
  }

  path(backup: Backup): string {
    return path.join(this.#folder, backup.name);
  }

  /** Whether a day has passed since the last daily copy; a clock that was set back counts too. */
  isDue(): boolean {
    const last = this.list().find((backup) => backup.reason === "daily");
    return last === undefined || Math.abs(this.#clock() - last.madeAt) >= DAY_MS;
  }

  /**
   * Copies the file, opens the copy, looks it over and puts it in its place; returns where. Throws
   * `storage-…`, {@link CopyNotWhole}, or what else is wrong with the copy; none is left then.
   */
  async make(database: string, reason: BackupReason, expected: Expected): Promise<string> {
    const target = path.join(this.#folder, backupName(this.#clock(), reason));
    const temporary = `${target}.${newId()}${TEMPORARY_SUFFIX}`;
    try {
      ensurePrivateFolder(this.#folder);
      await copyDatabase(database, temporary);
      verify(temporary, expected);
      flushFile(temporary);
      renameSync(temporary, target);
      flushFolder(this.#folder);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw fileError(error);
    }
    this.#prune();
    return target;
  }

  /** The newest copy that opens and is whole; null when there is none. */
  newestWhole(): Backup | null {
    return this.list().find((backup) => this.#isWhole(backup)) ?? null;
  }

  #isWhole(backup: Backup): boolean {
    try {
      verify(this.path(backup), null);
      return true;
    } catch (error) {
      this.#logger.warn(`The copy ${backup.name} is not whole: ${messageOf(error)}`);
      return false;
    }
  }

  #prune(): void {
    const [newest, ...older] = this.list();
    const daily = [newest, ...older].filter((backup) => backup?.reason === "daily");
    const tooOld = older.filter(
      (backup) =>
        backup.reason !== "daily" && this.#clock() - backup.madeAt > MIGRATION_COPY_KEPT_MS,
    );
    for (const backup of [...daily.slice(DAILY_KEPT), ...tooOld]) {
      if (backup) this.#remove(backup.name);
    }
    for (const name of readdirSync(this.#folder)) {
      if (name.endsWith(TEMPORARY_SUFFIX)) this.#remove(name);
    }
  }

  #remove(name: string): void {
    try {
      rmSync(path.join(this.#folder, name), { force: true });
    } catch (error) {
      this.#logger.warn(`An old copy cannot be deleted now: ${messageOf(error)}`);
    }
  }
}

/** By opening it (D8): a copy that was never read is a hope. */
function verify(file: string, expected: Expected | null): void {
  const copy = Database.unchanging(file);
  try {
    const [problem] = copy.problems();
    if (problem !== undefined) throw new CopyNotWhole(`the copy is not whole: ${problem}`);
    if (expected) compare(copy, expected);
  } finally {
    copy.close();
  }
}

function compare(copy: Database, { version, rows }: Expected): void {
  if (copy.schemaVersion !== version) throw new Error("the copy has another schema");
  if (rows === null) return;
  const copied = copy.rowCounts();
  for (const [table, count] of rows) {
    if (copied.get(table) !== count) throw new Error(`the copy of ${table} is not complete`);
  }
}

function flushFile(file: string): void {
  const descriptor = openSync(file, "r+");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
