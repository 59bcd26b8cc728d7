import { messageOf } from "../../base/errors.ts";
import type { Logger } from "../../base/logger.ts";
import { CopyNotWhole, type Backups } from "./backups.ts";

/** From the start to the first look, in milliseconds: the start itself has other things to do. */
const FIRST_LOOK_MS = 60_000;

/** How often is looked whether a copy is due, in milliseconds: an app may stay open for weeks. */
const LOOK_EVERY_MS = 60 * 60 * 1_000;

export interface DailyBackupOptions {
  readonly backups: Backups;
  /** The database's file and the number of its schema. */
  readonly database: string;
  readonly version: number;
  /** Called when the database itself turned out not to be whole. */
  readonly onDamage: () => void;
  readonly logger: Logger;
}

/** Makes a copy of the database once a day while the app runs (D8). */
export class DailyBackup {
  readonly #options: DailyBackupOptions;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(options: DailyBackupOptions) {
    this.#options = options;
  }

  start(): void {
    this.#lookAfter(FIRST_LOOK_MS);
  }

  /** Makes the copy if it is due; resolves when it is made. Never rejects. */
  async look(): Promise<void> {
    const { backups, database, version, onDamage, logger } = this.#options;
    if (this.#closed || !backups.isDue()) return;
    try {
      await backups.make(database, "daily", { version, rows: null });
    } catch (error) {
      if (error instanceof CopyNotWhole) onDamage();
      logger.error(`Today's copy of the database could not be made: ${messageOf(error)}`);
    }
  }

  /** No copy begins after this; resolves when the one under way has ended. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#running;
  }

  #lookAfter(ms: number): void {
    this.#timer = setTimeout(() => {
      this.#running = this.look();
      void this.#running.then(() => {
        if (!this.#closed) this.#lookAfter(LOOK_EVERY_MS);
      });
    }, ms).unref();
  }
}
