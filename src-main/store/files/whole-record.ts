import { messageOf } from "../../base/errors.ts";
import type { Logger } from "../../base/logger.ts";
import type { Database } from "../database.ts";
import { filesIn } from "./file-hash.ts";
import type { FileStore } from "./file-store.ts";
import { shorten } from "./shorten.ts";

/** What of a record stands in its row, in bytes: with ids, times and states a row stays below 20 KB (B7.9, B14.3). */
const MAX_ROW_JSON_BYTES = 16 * 1_024;

/** Rows that are longer than this were written before long records were split; in characters. */
export const LONG_ROW_CHARS = MAX_ROW_JSON_BYTES;

type Json = Readonly<Record<string, unknown>>;

/** A record as it goes into its row. */
export interface SplitRecord<T> {
  /** All of it, or head and tail of its texts. */
  readonly row: T;
  /** The file that has all of it; null when the row does. */
  readonly whole: string | null;
  /** Every file that it refers to, the whole among them. */
  readonly files: readonly string[];
}

const insertUse = `
  INSERT OR IGNORE INTO file_uses (conversation_id, record_id, file)
  VALUES (:conversation_id, :record_id, :file)`;
const deleteUses =
  "DELETE FROM file_uses WHERE conversation_id = :conversation_id AND record_id = :record_id";

/** Keeps rows small: a record that is too long for one goes into a file whole (M32). */
export class WholeRecords {
  readonly #database: Database;
  readonly #files: FileStore;
  readonly #logger: Logger;

  constructor(database: Database, files: FileStore, logger: Logger) {
    this.#database = database;
    this.#files = files;
    this.#logger = logger;
  }

  /** `least` is what the row gets where even the shortened record is too long. The file is on disk on return. */
  split<T extends Json>(record: T, least: T): SplitRecord<T> {
    const json = JSON.stringify(record);
    const files = filesIn(json);
    const bytes = Buffer.from(json);
    if (bytes.byteLength <= MAX_ROW_JSON_BYTES) return { row: record, whole: null, files };
    const whole = this.#files.write(bytes);
    const row = (shorten(record, MAX_ROW_JSON_BYTES) as T | null) ?? least;
    return { row, whole, files: [...files, whole] };
  }

  /** To be called in the transaction that saves the record. */
  use(conversationId: string, recordId: string, files: readonly string[]): void {
    const record = { conversation_id: conversationId, record_id: recordId };
    this.#database.run(deleteUses, record);
    for (const file of files) this.#database.run(insertUse, { ...record, file });
  }

  /** To be called after that transaction: the next sweep decides about the files by their uses. */
  settle(files: readonly string[]): void {
    this.#files.settle(files);
  }

  /** What the file has; null when there is none, or when it cannot be read: the row has head and tail then. */
  read(whole: unknown): Json | null {
    if (typeof whole !== "string") return null;
    try {
      const bytes = this.#files.read(whole);
      if (bytes) return JSON.parse(Buffer.from(bytes).toString("utf8")) as Json;
      this.#logger.warn("The file of a long record is missing; its head and tail are shown");
    } catch (error) {
      this.#logger.warn(`The file of a long record cannot be read: ${messageOf(error)}`);
    }
    return null;
  }
}
