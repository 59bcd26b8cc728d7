import { copyFileSync, existsSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import type { RepairReport } from "../../../src-preload/model/records.ts";
import type { Clock } from "../../base/clock.ts";
import { ensurePrivateFolder, flushFolder, TEMPORARY_SUFFIX } from "../../base/durable-file.ts";
import { AppError, messageOf } from "../../base/errors.ts";
import type { Logger } from "../../base/logger.ts";
import type { Backup } from "../backup/backup-name.ts";
import type { Backups } from "../backup/backups.ts";
import { Database } from "../database.ts";
import { migrate } from "../migrate.ts";
import { adoptOrphans, dropOrphans } from "./adopt-orphans.ts";
import type { LogState } from "./write-ahead-log.ts";
import { salvage, type Salvaged } from "./salvage.ts";

/** Where damaged files go, from the data folder. Whatever is in it is the person's to delete. */
export const DAMAGED_FOLDER = "damaged";

/** What stands beside a database and belongs to it. */
const COMPANIONS = ["", "-wal", "-shm"] as const;

export interface RepairOptions {
  readonly folder: string;
  /** Name of the database in it. */
  readonly name: string;
  readonly backups: Backups;
  readonly migrations: readonly string[];
  /** As it was before anybody opened the file, which makes a new one. */
  readonly log: LogState;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * To be called before a database that was not closed in order, or that cannot be opened, is used.
 * Null when nothing is wrong with it. Else the damaged file is moved aside, never deleted, and a new
 * one is made of what can be read in it and of the newest good copy (D5).
 */
export function repairIfDamaged(options: RepairOptions): RepairReport | null {
  const { folder, name, log } = options;
  const problem = whatIsWrong(path.join(folder, name));
  if (problem === null) return log === "there" ? null : lastWritesLost(options, log);
  options.logger.error(`The database is damaged: ${problem}`);
  return new Repair(options).run();
}

/** Opening the file takes what is good in its log into it, as after every crash. */
function whatIsWrong(file: string): string | null {
  try {
    const database = new Database(file);
    try {
      return database.problems()[0] ?? null;
    } finally {
      database.close();
    }
  } catch (error) {
    // What keeps the app from the file is no damage to it: a full disk, another program.
    if (error instanceof AppError && error.code !== "database-damaged") throw error;
    return messageOf(error);
  }
}

function lastWritesLost({ clock }: RepairOptions, log: LogState): RepairReport {
  const what = log === "missing" ? "is missing" : "was overwritten";
  return {
    repairedAt: clock(),
    outcome: "last-writes-lost",
    copyMadeAt: null,
    damagedFile: null,
    lost: [
      `The log of the last writes ${what}: what was written shortly before the app ended may be gone.`,
    ],
  };
}

class Repair {
  readonly #options: RepairOptions;
  readonly #file: string;
  readonly #fresh: string;

  constructor(options: RepairOptions) {
    this.#options = options;
    this.#file = path.join(options.folder, options.name);
    this.#fresh = `${this.#file}.new${TEMPORARY_SUFFIX}`;
  }

  run(): RepairReport {
    const { backups, clock, folder } = this.#options;
    const copy = backups.newestWhole();
    const aside = this.#asidePath();
    const saved = this.#makeFresh(copy);
    this.#moveAside(aside);
    renameSync(this.#fresh, this.#file);
    flushFolder(folder);
    return {
      repairedAt: clock(),
      outcome: outcomeOf(saved, copy),
      copyMadeAt: saved?.every(isWhole) ? null : (copy?.madeAt ?? null),
      damagedFile: path.relative(folder, aside).replaceAll(path.sep, "/"),
      lost: sentences(saved),
    };
  }

  /** The damaged file stays where it is until the new one is whole and on disk. */
  #makeFresh(copy: Backup | null): readonly Salvaged[] | null {
    const { backups, migrations } = this.#options;
    removeAll(this.#fresh);
    if (copy) copyFileSync(backups.path(copy), this.#fresh);
    const fresh = new Database(this.#fresh);
    try {
      migrate(fresh, migrations);
      // A row that replaces another must not take with it what belongs to that one.
      fresh.script("PRAGMA foreign_keys = OFF");
      const saved = this.#salvageInto(fresh);
      adoptOrphans(fresh, this.#options.clock);
      dropOrphans(fresh);
      return saved;
    } finally {
      fresh.close();
    }
  }

  /** From a copy of the damaged file: reading it would change it. Null when it cannot even be opened. */
  #salvageInto(fresh: Database): readonly Salvaged[] | null {
    const copy = `${this.#file}.damaged${TEMPORARY_SUFFIX}`;
    removeAll(copy);
    for (const companion of ["", "-wal"]) {
      if (existsSync(this.#file + companion))
        copyFileSync(this.#file + companion, copy + companion);
    }
    try {
      const damaged = new Database(copy);
      try {
        return salvage(damaged, fresh);
      } finally {
        damaged.close();
      }
    } catch (error) {
      this.#options.logger.warn(`Nothing can be read in the damaged file: ${messageOf(error)}`);
      return null;
    } finally {
      removeAll(copy);
    }
  }

  #asidePath(): string {
    const { folder, name, clock } = this.#options;
    const time = new Date(clock()).toISOString().replaceAll(/[-:.]/g, "");
    return path.join(folder, DAMAGED_FOLDER, time, name);
  }

  #moveAside(aside: string): void {
    ensurePrivateFolder(path.dirname(aside));
    for (const companion of COMPANIONS) {
      if (existsSync(this.#file + companion)) renameSync(this.#file + companion, aside + companion);
    }
    flushFolder(path.dirname(aside));
  }
}

function outcomeOf(
  saved: readonly Salvaged[] | null,
  copy: Backup | null,
): RepairReport["outcome"] {
  if (saved?.every(isWhole)) return "saved-all";
  if (copy) return "from-copy";
  return saved?.some(({ rows }) => rows > 0) ? "salvaged" : "began-anew";
}

function isWhole({ problem }: Salvaged): boolean {
  return problem === null;
}

/** What a person calls the rows of each table. */
const NAMES: Readonly<Record<string, string>> = {
  conversations: "conversations",
  turns: "turns",
  messages: "messages",
  tool_calls: "tool calls with their results",
  approval_rules: "answers to permissions",
};

function sentences(saved: readonly Salvaged[] | null): readonly string[] {
  if (saved === null) return ["Nothing could be read in the damaged file."];
  return saved
    .filter((table) => !isWhole(table))
    .map(
      ({ table, rows }) =>
        `Not all ${NAMES[table] ?? table} could be read in the damaged file; ${rows} were.`,
    );
}

function removeAll(file: string): void {
  for (const companion of COMPANIONS) rmSync(file + companion, { force: true });
}
