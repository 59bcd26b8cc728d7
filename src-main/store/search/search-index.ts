import type { SearchHit, SearchQuery, SearchResult } from "../../../src-preload/model/search.ts";
import { AppError, messageOf } from "../../base/errors.ts";
import type { Logger } from "../../base/logger.ts";
import type { Database, SqlValues } from "../database.ts";
import { openIndex, removeIndex } from "./index-database.ts";
import { readSearchable, type RecordKey, type Searchable } from "./searchable.ts";
import { runSearch } from "./run-search.ts";

/** From a write to its place in the index, in milliseconds: behind the writes, so that none waits for it. */
const BEHIND_MS = 250;

/** Records that are taken into the index at once: some milliseconds in which nothing else runs. */
const BATCH = 50;

/** Records that are compared at once when the index may not have everything. */
const COMPARED_AT_ONCE = 2_000;

/** Conversations that may have been written to in the moment of a crash: more than ever run at once. */
const RECENT_CONVERSATIONS = 20;

/** Where the records are, in the order in which they are compared. */
const TABLES = [
  { kind: "title", table: "conversations", conversation: "id" },
  { kind: "message", table: "messages", conversation: "conversation_id" },
  { kind: "tool-call", table: "tool_calls", conversation: "conversation_id" },
] as const;

interface Comparing {
  readonly table: number;
  readonly after: number;
}

const upsert = `
  INSERT INTO records (kind, conversation_id, record_id, at, server, site, pictures)
  VALUES (:kind, :conversation_id, :record_id, :at, :server, :site, :pictures)
  ON CONFLICT (conversation_id, kind, record_id) DO UPDATE SET at = excluded.at,
    server = excluded.server, site = excluded.site, pictures = excluded.pictures
  RETURNING record`;
const selectKnown =
  "SELECT record FROM records WHERE conversation_id = :conversation_id AND kind = :kind AND record_id = :record_id";

/**
 * Finds words in titles, messages, tool arguments and results. A file of its own, made of the records
 * and made anew whenever it cannot be used; filled in batches behind the writes.
 */
export class SearchIndex {
  readonly #records: Database;
  readonly #file: string;
  readonly #logger: Logger;
  readonly #waiting = new Map<string, RecordKey>();
  /** Whether the records were closed in order, so that an index which says that it has everything has. */
  readonly #isTrusted: boolean;
  /** Null until it is needed: neither the start nor a full disk has to wait for it. */
  #opened: Database | null = null;
  /** Where the comparison with the records stands; null when the index has everything but what waits. */
  #comparing: Comparing | null = null;
  #timer: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(
    file: string,
    records: Database,
    { logger, isTrusted }: { readonly logger: Logger; readonly isTrusted: boolean },
  ) {
    this.#file = file;
    this.#records = records;
    this.#logger = logger;
    this.#isTrusted = isTrusted;
    this.#soon();
  }

  /** The record was saved, or has changed. */
  note(key: RecordKey): void {
    this.#waiting.set(`${key.kind} ${key.conversationId} ${key.recordId}`, key);
    this.#soon();
  }

  /** What was saved before is found. Throws `search-failed` when the index cannot be read even anew. */
  search(query: SearchQuery): SearchResult {
    return this.#mended(() => {
      const index = this.#open();
      this.#takeWaiting(Number.POSITIVE_INFINITY);
      const hits: readonly SearchHit[] = runSearch(index, query);
      return { hits, complete: this.#comparing === null };
    });
  }

  /** Takes every word of the conversation out of the file (D7). */
  forget(conversationId: string): void {
    for (const [name, key] of this.#waiting) {
      if (key.conversationId === conversationId) this.#waiting.delete(name);
    }
    this.#mended(() => {
      this.#index.transaction(() => {
        const id = { id: conversationId };
        this.#index.run(
          "DELETE FROM words WHERE rowid IN (SELECT record FROM records WHERE conversation_id = :id)",
          id,
        );
        this.#index.run("DELETE FROM records WHERE conversation_id = :id", id);
      });
      this.#index.checkpoint();
    });
  }

  get #index(): Database {
    return this.#open();
  }

  #open(): Database {
    if (this.#opened) return this.#opened;
    this.#opened = openIndex(this.#file, this.#logger);
    this.#begin(this.#opened);
    return this.#opened;
  }

  /** Takes everything that waits, and what the comparison has not reached yet. For tests and benches. */
  finish(): void {
    this.#mended(() => {
      while (this.#work()) continue;
    });
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
    try {
      this.#takeWaiting(Number.POSITIVE_INFINITY);
      if (this.#opened && this.#comparing === null) {
        this.#opened.run("UPDATE state SET complete = 1");
      }
      this.#opened?.close();
    } catch (error) {
      this.#logger.warn(`The search index was not closed in order: ${messageOf(error)}`);
    }
  }

  /** An index that was not closed in order may lack something; until it is closed so does this one. */
  #begin(index: Database): void {
    const saysSo = index.get("SELECT complete FROM state")?.["complete"] === 1;
    if (saysSo) index.run("UPDATE state SET complete = 0");
    this.#comparing = saysSo && this.#isTrusted ? null : { table: 0, after: 0 };
    if (this.#comparing) this.#soon();
  }

  #soon(): void {
    if (this.#closed) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      try {
        if (this.#mended(() => this.#work())) this.#soon();
      } catch (error) {
        this.#logger.warn(`The search index cannot be filled now: ${messageOf(error)}`);
      }
    }, BEHIND_MS).unref();
  }

  /** A piece of what there is to do; false when there is nothing more. */
  #work(): boolean {
    this.#open();
    this.#takeWaiting(BATCH);
    if (this.#waiting.size === 0 && this.#comparing) this.#compare(this.#comparing);
    return this.#waiting.size > 0 || this.#comparing !== null;
  }

  #takeWaiting(atMost: number): void {
    if (this.#waiting.size === 0) return;
    const batch = [...this.#waiting].slice(0, atMost);
    this.#index.transaction(() => {
      for (const [, key] of batch) this.#take(key);
    });
    for (const [name] of batch) this.#waiting.delete(name);
  }

  #take(key: RecordKey): void {
    const values = {
      kind: key.kind,
      conversation_id: key.conversationId,
      record_id: key.recordId,
    };
    const found = readSearchable(this.#records, key);
    const known = this.#index.get(selectKnown, values)?.["record"];
    if (typeof known === "number") {
      this.#index.run("DELETE FROM words WHERE rowid = :record", { record: known });
    }
    if (found) this.#put(values, found);
    else if (typeof known === "number") {
      this.#index.run("DELETE FROM records WHERE record = :record", { record: known });
    }
  }

  #put(values: SqlValues, found: Searchable): void {
    const { at, server, site, hasPictures, text } = found;
    const row = { ...values, at, server, site, pictures: Number(hasPictures) };
    const record = Number(this.#index.get(upsert, row)?.["record"]);
    this.#index.run("INSERT INTO words (rowid, text) VALUES (:record, :text)", { record, text });
  }

  /** Notes the records of the next part of a table that the index does not have. */
  #compare({ table, after }: Comparing): void {
    const place = TABLES[table];
    if (!place) {
      this.#forgetLost();
      this.#comparing = null;
      return;
    }
    const recent = this.#recentConversations();
    const rows = this.#records.all(
      `SELECT rowid AS row, id, ${place.conversation} AS conversation FROM ${place.table}
       WHERE rowid > :after ORDER BY rowid LIMIT ${COMPARED_AT_ONCE}`,
      { after },
    );
    for (const row of rows) {
      const conversationId = String(row["conversation"]);
      const recordId = String(row["id"]);
      const values = { kind: place.kind, conversation_id: conversationId, record_id: recordId };
      if (!recent.has(conversationId) && this.#index.get(selectKnown, values)) continue;
      this.note({ kind: place.kind, conversationId, recordId });
    }
    const last = rows.at(-1)?.["row"];
    this.#comparing =
      last === undefined ? { table: table + 1, after: 0 } : { table, after: Number(last) };
  }

  /** Conversations that a repair of the records could not save. */
  #forgetLost(): void {
    const there = new Set(
      this.#records.all("SELECT id FROM conversations").map((row) => row["id"]),
    );
    const known = this.#index.all("SELECT DISTINCT conversation_id AS id FROM records");
    for (const { id } of known) if (!there.has(id)) this.forget(String(id));
  }

  /** Of these a record that is known may have changed before a crash. */
  #recentConversations(): ReadonlySet<string> {
    const rows = this.#records.all(
      `SELECT id FROM conversations ORDER BY updated_at DESC LIMIT ${RECENT_CONVERSATIONS}`,
    );
    return new Set(rows.map((row) => String(row["id"])));
  }

  /** A damaged index is thrown away and made anew: nothing in it is the only one of its kind. */
  #mended<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "database-damaged") throw error;
      this.#logger.warn("The search index is damaged and is made anew");
      this.#opened?.close();
      this.#opened = null;
      removeIndex(this.#file);
      return work();
    }
  }
}
