import { existsSync } from "node:fs";
import path from "node:path";
import type { ToolCall } from "../../src-preload/model/tool-call.ts";
import type { Turn } from "../../src-preload/model/turn.ts";
import { ensurePrivateFolder } from "../base/durable-file.ts";
import { silentLogger, type Logger } from "../base/logger.ts";
import { Database, readSchemaVersion } from "./database.ts";
import { FileStore } from "./files/file-store.ts";
import { migrate, refuseNewer } from "./migrate.ts";
import { migrations } from "./migrations/migrations.ts";
import { fileError } from "./store-error.ts";
import { ApprovalRuleTable } from "./tables/approval-rule-table.ts";
import { ContextSummaryTable } from "./tables/context-summary-table.ts";
import { ConversationTable } from "./tables/conversation-table.ts";
import { MessageTable } from "./tables/message-table.ts";
import { QueuedMessageTable } from "./tables/queued-message-table.ts";
import { ToolCallTable } from "./tables/tool-call-table.ts";
import { TurnTable } from "./tables/turn-table.ts";

const DATABASE_FILE = "pilothouse.db";
const FILES_FOLDER = "files";

/** What a crash left unfinished, as it stands now. */
export interface Recovered {
  readonly turns: readonly Turn[];
  readonly toolCalls: readonly ToolCall[];
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
  /** All that is saved in the work, or none of it. The work must be synchronous. */
  transaction<T>(work: () => T): T;
  /** To be called at start, before any turn: ends what was cut off by a crash (D2, M29). */
  recoverInterrupted(now: number): Recovered;
  /** What `files.sweep` is to keep. */
  referencedFiles(): ReadonlySet<string>;
  /** Empties the write-ahead log and lets go of the file. Closing twice is the same as once. */
  close(): void;
}

/**
 * Opens the records in the folder, which is made where it is missing, and brings them to the present
 * schema. Throws `AppError`s: `database-newer`, `database-damaged`, `database-unsafe` and `storage-…`;
 * none of them has changed the database.
 */
export function openStore(folder: string, options: { readonly logger?: Logger } = {}): Store {
  const logger = options.logger ?? silentLogger;
  const database = openDatabase(folder);
  const turns = new TurnTable(database, logger);
  const files = new FileStore(path.join(folder, FILES_FOLDER), logger);
  const toolCalls = new ToolCallTable(database, logger, (hashes) => files.settle(hashes));
  return {
    conversations: new ConversationTable(database, logger),
    turns,
    messages: new MessageTable(database, logger),
    toolCalls,
    queuedMessages: new QueuedMessageTable(database, logger),
    summaries: new ContextSummaryTable(database, logger),
    approvalRules: new ApprovalRuleTable(database, logger),
    files,
    transaction: (work) => database.transaction(work),
    recoverInterrupted: (now) =>
      database.transaction(() => ({
        turns: turns.interruptOpen(now),
        toolCalls: toolCalls.settleOpen(now),
      })),
    referencedFiles: () => toolCalls.referencedFiles(),
    close: () => database.close(),
  };
}

function openDatabase(folder: string): Database {
  const file = path.join(folder, DATABASE_FILE);
  makeFolders(folder);
  // Looked at without writing first: opening alone would change a newer version's file.
  if (existsSync(file)) refuseNewer(readSchemaVersion(file), migrations);
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
