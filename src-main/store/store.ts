import { existsSync } from "node:fs";
import path from "node:path";
import type { Failure } from "../../src-preload/model/failure.ts";
import type { RecordsStatus, RepairReport } from "../../src-preload/model/records.ts";
import type { SearchQuery, SearchResult } from "../../src-preload/model/search.ts";
import type { ToolCall } from "../../src-preload/model/tool-call.ts";
import type { Turn } from "../../src-preload/model/turn.ts";
import { ensurePrivateFolder } from "../base/durable-file.ts";
import type { Emitter } from "../base/emitter.ts";
import { toFailure } from "../base/errors.ts";
import { silentLogger, type Logger } from "../base/logger.ts";
import { DataLock } from "./data-lock.ts";
import { Database, readSchemaVersion } from "./database.ts";
import { FileStore } from "./files/file-store.ts";
import { WholeRecords } from "./files/whole-record.ts";
import { migrate, needsMigration, newerVersion } from "./migrate.ts";
import { migrations } from "./migrations/migrations.ts";
import { ClosedMark } from "./repair/closed-mark.ts";
import { DAMAGED_FOLDER } from "./repair/repair.ts";
import { SearchIndex } from "./search/search-index.ts";
import type { RecordKey } from "./search/searchable.ts";
import { fileError } from "./store-error.ts";
import { ApprovalRuleTable } from "./tables/approval-rule-table.ts";
import { ContextSummaryTable } from "./tables/context-summary-table.ts";
import { ConversationTable } from "./tables/conversation-table.ts";
import { MessageTable } from "./tables/message-table.ts";
import { QueuedMessageTable } from "./tables/queued-message-table.ts";
import { ToolCallTable } from "./tables/tool-call-table.ts";
import { TurnTable } from "./tables/turn-table.ts";
import { Unsaved, type UnsavedStatus } from "./unsaved.ts";

export const DATABASE_FILE = "pilothouse.db";
const FILES_FOLDER = "files";
const SEARCH_FILE = "search.db";

/** What a crash left unfinished, as it stands now. */
export interface Recovered {
  readonly turns: readonly Turn[];
  readonly toolCalls: readonly ToolCall[];
}

/** What is wrong on disk; both empty for nothing. */
export interface Verified {
  readonly conversations: number;
  readonly problems: readonly string[];
  /** Hashes of files that a record refers to and that are not there. */
  readonly missingFiles: readonly string[];
}

/** All records and files of the app. What was saved is on disk when the call returns (D1). */
export interface Store {
  readonly conversations: ConversationTable;
  readonly turns: TurnTable;
  readonly messages: MessageTable;
  readonly toolCalls: ToolCallTable;
  readonly queuedMessages: QueuedMessageTable;
  readonly summaries: ContextSummaryTable;
  readonly approvalRules: ApprovalRuleTable;
  readonly files: FileStore;
  /** Whether the records can only be read, because a newer version of the app has written them (D4). */
  readonly isReadOnly: boolean;
  /** How it stands with the disk, and what this start repaired. */
  status(): RecordsStatus;
  /** The database is not whole: the next start looks for it and repairs it (D5). */
  reportDamage(): void;
  /** Told whenever the disk begins to refuse, and when it takes everything again (D6). */
  readonly changed: Emitter<UnsavedStatus>;
  /**
   * All that is saved in the work, or none of it. The work must be synchronous. Where the disk
   * refuses it and `keepAs` names it, it is done again once the disk takes it; the last one of a name.
   */
  transaction<T>(work: () => T, keepAs?: string): T;
  /** To be called at start, before any turn: ends what was cut off by a crash (D2, M29). */
  recoverInterrupted(now: number): Recovered;
  /** Deletes the files that nothing refers to; returns how many. To be called at start (D9). */
  sweepFiles(): number;
  /**
   * Deletes a conversation with its rows and with the files that nothing else refers to; its words
   * have left the database when it returns (D7).
   */
  deleteConversation(id: string): void;
  /**
   * Looks for words in titles, messages, tool arguments and results; what was saved before is found.
   * Throws an `AppError` where the records can only be read.
   */
  search(query: SearchQuery): SearchResult;
  /** Fills the search index to its end, in one go; by itself it is filled in pieces, behind the writes. */
  finishSearchIndex(): void;
  /** Looks everything over: the database, and whether every file that is referred to is there. */
  verify(): Verified;
  /** Empties the write-ahead log and lets go of the file. Closing twice is the same as once. */
  close(): void;
}

export interface StoreOptions {
  readonly logger?: Logger;
  /** Held by a caller that had to look at the folder first; absent, it is taken here. */
  readonly lock?: DataLock;
  /** Whether a copy of a database of an earlier version was made. Without one it is not touched. */
  readonly isCopied?: boolean;
  readonly repair?: RepairReport | null;
  /** Time to the next try where the disk refuses, in milliseconds. */
  readonly retryMs?: number;
}

/**
 * Opens the records in the folder, which is made where it is missing, and brings them to the present
 * schema; those of a newer version can be read alone. Throws `AppError`s: `data-in-use`,
 * `database-damaged`, `database-unsafe`, `migration-failed` and `storage-…`; none of them has changed the database.
 * The app itself begins with `openRecords`, which repairs and copies before.
 */
export function openStore(folder: string, options: StoreOptions = {}): Store {
  makeFolders(folder);
  const lock = options.lock ?? DataLock.take(folder);
  try {
    return new OpenStore(folder, lock, options);
  } catch (error) {
    lock.release();
    throw error;
  }
}

class OpenStore implements Store {
  readonly conversations: ConversationTable;
  readonly turns: TurnTable;
  readonly messages: MessageTable;
  readonly toolCalls: ToolCallTable;
  readonly queuedMessages: QueuedMessageTable;
  readonly summaries: ContextSummaryTable;
  readonly approvalRules: ApprovalRuleTable;
  readonly files: FileStore;
  readonly #database: Database;
  readonly #folder: string;
  readonly #lock: DataLock;
  readonly #mark: ClosedMark;
  readonly #unsaved: Unsaved;
  readonly #repair: RepairReport | null;
  /** Null where nothing may be written: it is made of the records, and kept beside them. */
  readonly #search: SearchIndex | null;
  #isDamaged = false;

  constructor(folder: string, lock: DataLock, options: StoreOptions) {
    const logger = options.logger ?? silentLogger;
    const { retryMs } = options;
    const file = path.join(folder, DATABASE_FILE);
    this.#folder = folder;
    this.#lock = lock;
    this.#mark = new ClosedMark(file);
    this.#repair = options.repair ?? null;
    const database = openDatabase(file, options.isCopied === true);
    this.#database = database;
    this.#unsaved = new Unsaved({
      probe: () => database.probe(),
      logger,
      ...(retryMs === undefined ? {} : { retryMs }),
    });
    const isTrusted = this.#mark.holds();
    if (!database.isReadOnly) this.#mark.remove();
    const keep = (key: string, work: () => void) =>
      // A part of a transaction is done again with the whole of it, or not at all.
      database.isInTransaction ? work() : this.#unsaved.save(key, work);
    this.#search = database.isReadOnly
      ? null
      : new SearchIndex(path.join(folder, SEARCH_FILE), database, { logger, isTrusted });
    const saved = (key: RecordKey) => this.#search?.note(key);
    this.conversations = new ConversationTable(database, logger, (id) =>
      saved({ kind: "title", conversationId: id, recordId: id }),
    );
    this.turns = new TurnTable(database, logger);
    this.files = new FileStore(path.join(folder, FILES_FOLDER), logger, this.#unsaved);
    const wholes = new WholeRecords(database, this.files, logger);
    this.messages = new MessageTable(database, logger, { wholes, keep, saved });
    this.toolCalls = new ToolCallTable(database, logger, { wholes, keep, saved });
    this.queuedMessages = new QueuedMessageTable(database, logger);
    this.summaries = new ContextSummaryTable(database, logger);
    this.approvalRules = new ApprovalRuleTable(database, logger);
  }

  get isReadOnly(): boolean {
    return this.#database.isReadOnly;
  }

  get changed(): Emitter<UnsavedStatus> {
    return this.#unsaved.changed;
  }

  status(): RecordsStatus {
    const { trouble, unsaved } = this.#unsaved.status;
    return { trouble: this.#lastingTrouble() ?? trouble, unsaved, repair: this.#repair };
  }

  reportDamage(): void {
    this.#isDamaged = true;
    this.#unsaved.changed.fire(this.#unsaved.status);
  }

  transaction<T>(work: () => T, keepAs?: string): T {
    const whole = () => this.#database.transaction(work);
    if (keepAs === undefined) return this.#noting(whole);
    let result: { readonly value: T } | null = null;
    this.#unsaved.save(keepAs, () => {
      result = { value: whole() };
    });
    return (result as unknown as { readonly value: T }).value;
  }

  recoverInterrupted(now: number): Recovered {
    if (this.isReadOnly) return { turns: [], toolCalls: [] };
    return this.transaction(() => ({
      turns: this.turns.interruptOpen(now),
      toolCalls: this.toolCalls.settleOpen(now),
    }));
  }

  sweepFiles(): number {
    // What a damaged database refers to, nobody can say: while one is kept, so are all files.
    if (this.isReadOnly || existsSync(path.join(this.#folder, DAMAGED_FOLDER))) return 0;
    return this.files.sweep(this.#referencedFiles());
  }

  deleteConversation(id: string): void {
    const own = this.toolCalls.referencedFiles(id);
    this.conversations.delete(id);
    this.#search?.forget(id);
    this.files.removeUnless(own, this.#referencedFiles());
  }

  close(): void {
    if (!this.#database.isOpen) return;
    this.#unsaved.close();
    this.#search?.close();
    const isWhole = this.status().trouble === null;
    this.#database.close();
    // Without the mark the next start looks the file over.
    if (isWhole) this.#mark.set();
    this.#lock.release();
  }

  search(query: SearchQuery): SearchResult {
    if (this.#search) return this.#search.search(query);
    throw this.#database.refusal ?? new Error("no index");
  }

  finishSearchIndex(): void {
    this.#search?.finish();
  }

  verify(): Verified {
    return {
      conversations: this.conversations.list().length,
      problems: this.#database.problems(),
      missingFiles: [...this.#referencedFiles()].filter((hash) => !this.files.has(hash)),
    };
  }

  #lastingTrouble(): Failure | null {
    const { refusal, isDamaged } = this.#database;
    if (refusal) return toFailure(refusal);
    return this.#isDamaged || isDamaged ? damaged : null;
  }

  #referencedFiles(): ReadonlySet<string> {
    return this.toolCalls.referencedFiles();
  }

  #noting<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      this.#unsaved.note(error);
      throw error;
    }
  }
}

const damaged: Failure = {
  code: "database-damaged",
  message:
    "Pilothouse's records are damaged. Nothing was deleted; quit and start Pilothouse again to repair them.",
};

function openDatabase(file: string, isCopied: boolean): Database {
  // Looked at without writing first: opening alone would change a newer version's file.
  const version = existsSync(file) ? readSchemaVersion(file) : 0;
  const refusal = newerVersion(version, migrations);
  if (refusal) return Database.forReading(file, refusal);
  if (needsMigration(version, migrations) && !isCopied) {
    throw new Error("a database of an earlier version is copied before it is changed");
  }
  const database = new Database(file);
  try {
    migrate(database, migrations);
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

function makeFolders(folder: string): void {
  try {
    ensurePrivateFolder(path.join(folder, FILES_FOLDER));
  } catch (error) {
    throw fileError(error);
  }
}
