import { isSettled, ToolCall, ToolCallState } from "../../../src-preload/model/tool-call.ts";
import type { Logger } from "../../base/logger.ts";
import type { Database, Row } from "../database.ts";
import { LONG_ROW_CHARS, type WholeRecords } from "../files/whole-record.ts";
import { fromJson, toJson } from "../json.ts";
import { RowReader, type Members } from "../row-reader.ts";
import { sqlStrings } from "../sql-strings.ts";
import type { Keep } from "../unsaved.ts";
import type { RecordKey } from "../search/searchable.ts";
import { isShown, type TableParts } from "./message-table.ts";

const openStates = sqlStrings(ToolCallState.options.filter((state) => !isSettled(state)));

const upsert = `
  INSERT INTO tool_calls (id, wire_id, conversation_id, turn_id, message_id, server, tool, name,
    arguments, arguments_text, state, page, progress, started_at, finished_at, result, whole, failure)
  VALUES (:id, :wire_id, :conversation_id, :turn_id, :message_id, :server, :tool, :name,
    :arguments, :arguments_text, :state, :page, :progress, :started_at, :finished_at, :result, :whole,
    :failure)
  ON CONFLICT (conversation_id, id) DO UPDATE SET
    wire_id = excluded.wire_id, turn_id = excluded.turn_id, message_id = excluded.message_id,
    server = excluded.server, tool = excluded.tool, name = excluded.name, arguments = excluded.arguments,
    arguments_text = excluded.arguments_text, state = excluded.state, page = excluded.page,
    progress = excluded.progress, started_at = excluded.started_at,
    finished_at = excluded.finished_at, result = excluded.result, whole = excluded.whole,
    failure = excluded.failure`;
const selectOfConversation = `
  SELECT * FROM tool_calls WHERE conversation_id = :id AND ${isShown} ORDER BY ordinal`;
const selectOpen = `SELECT * FROM tool_calls WHERE state IN (${openStates}) ORDER BY ordinal`;
// Whether a call that was started has done its work, nobody knows: it is never run again by itself (D2).
const settleOpen = `
  UPDATE tool_calls SET finished_at = :now, arguments_text = NULL,
    state = iif(started_at IS NULL, 'skipped', 'outcome-unknown')
  WHERE state IN (${openStates}) RETURNING *`;
const selectFiles = "SELECT DISTINCT file FROM file_uses";
const selectFilesOf = "SELECT DISTINCT file FROM file_uses WHERE conversation_id = :id";
// Rows of before long records were split.
const selectLong = `
  SELECT * FROM tool_calls WHERE whole IS NULL
    AND length(arguments) + coalesce(length(result), 0) + coalesce(length(failure), 0) > :chars`;

/** What of a call can be of any length. */
type Long = Pick<
  ToolCall,
  "arguments" | "argumentsText" | "page" | "progress" | "result" | "failure"
>;

/** For a call of which not even head and tail fit into its row. */
const least: Long = {
  arguments: {},
  argumentsText: null,
  page: null,
  progress: null,
  result: null,
  failure: null,
};

export class ToolCallTable {
  readonly #database: Database;
  readonly #reader: RowReader<ToolCall>;
  readonly #wholes: WholeRecords;
  readonly #keep: Keep;
  readonly #saved: (key: RecordKey) => void;

  constructor(database: Database, logger: Logger, { wholes, keep, saved }: TableParts) {
    this.#database = database;
    this.#saved = saved;
    this.#wholes = wholes;
    this.#keep = keep;
    const decodeRow = (row: Row) => decode(row, wholes);
    this.#reader = new RowReader({
      what: "tool call",
      schema: ToolCall,
      decode: decodeRow,
      logger,
    });
  }

  /** Adds the call or brings it up to date; on disk when it returns (D2). */
  save(call: ToolCall): void {
    this.#keep(`call ${call.conversationId} ${call.id}`, () => this.#write(call));
  }

  #write(call: ToolCall): void {
    const { row, whole, files } = this.#wholes.split<Long>(longPartOf(call), least);
    this.#database.transaction(() => {
      this.#database.run(upsert, { ...identity(call), ...progress({ ...call, ...row }), whole });
      this.#wholes.use(call.conversationId, call.id, files);
    });
    this.#wholes.settle(files);
    this.#saved({ kind: "tool-call", conversationId: call.conversationId, recordId: call.id });
  }

  /** Splits what an earlier version has written in long rows; returns how many there were. */
  splitLongRows(): number {
    const long = this.#reader.list(this.#database.all(selectLong, { chars: LONG_ROW_CHARS }));
    for (const call of long) this.#write(call);
    return long.length;
  }

  /** In the order in which they were first saved. */
  list(conversationId: string): readonly ToolCall[] {
    return this.#reader.list(this.#database.all(selectOfConversation, { id: conversationId }));
  }

  /** The calls of all conversations that are not settled. */
  open(): readonly ToolCall[] {
    return this.#reader.list(this.#database.all(selectOpen));
  }

  /** Settles the open ones after a crash; returns them as they are now. */
  settleOpen(now: number): readonly ToolCall[] {
    return this.#reader.list(this.#database.all(settleOpen, { now }));
  }

  /** The hashes of all files that are in use, or of those of one conversation; its messages' too. */
  referencedFiles(conversationId?: string): ReadonlySet<string> {
    const rows =
      conversationId === undefined
        ? this.#database.all(selectFiles)
        : this.#database.all(selectFilesOf, { id: conversationId });
    return new Set(rows.map((row) => String(row.file)));
  }
}

function longPartOf(call: ToolCall): Long {
  const { arguments: args, argumentsText, page, progress: told, result, failure } = call;
  return { arguments: args, argumentsText, page, progress: told, result, failure };
}

function identity(call: ToolCall) {
  return {
    id: call.id,
    wire_id: call.wireId,
    conversation_id: call.conversationId,
    turn_id: call.turnId,
    message_id: call.messageId,
    server: call.server,
    tool: call.tool,
    name: call.name,
  };
}

function progress(call: ToolCall) {
  return {
    arguments: toJson(call.arguments),
    arguments_text: call.argumentsText,
    state: call.state,
    page: toJson(call.page),
    progress: call.progress,
    started_at: call.startedAt,
    finished_at: call.finishedAt,
    result: toJson(call.result),
    failure: toJson(call.failure),
  };
}

function decode(row: Row, wholes: WholeRecords): Members<ToolCall> {
  return {
    id: row.id,
    wireId: row.wire_id,
    conversationId: row.conversation_id,
    turnId: row.turn_id,
    messageId: row.message_id,
    server: row.server,
    tool: row.tool,
    name: row.name,
    state: row.state,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    ...longFrom(row),
    ...wholes.read(row.whole),
  };
}

function longFrom(row: Row): Members<Long> {
  return {
    arguments: fromJson(row.arguments),
    argumentsText: row.arguments_text,
    page: fromJson(row.page),
    progress: row.progress,
    result: fromJson(row.result),
    failure: fromJson(row.failure),
  };
}
