import { isSettled, ToolCall, ToolCallState } from "../../../src-preload/model/tool-call.ts";
import type { Logger } from "../../base/logger.ts";
import type { Database, Row } from "../database.ts";
import { filesIn } from "../files/file-hash.ts";
import { fromJson, toJson } from "../json.ts";
import { RowReader, type Members } from "../row-reader.ts";
import { sqlStrings } from "../sql-strings.ts";

const FILES_BETWEEN = " ";

const openStates = sqlStrings(ToolCallState.options.filter((state) => !isSettled(state)));

const upsert = `
  INSERT INTO tool_calls (id, wire_id, conversation_id, turn_id, message_id, server, tool, name,
    arguments, arguments_text, state, page, progress, started_at, finished_at, result, files, failure)
  VALUES (:id, :wire_id, :conversation_id, :turn_id, :message_id, :server, :tool, :name,
    :arguments, :arguments_text, :state, :page, :progress, :started_at, :finished_at, :result, :files,
    :failure)
  ON CONFLICT (conversation_id, id) DO UPDATE SET
    wire_id = excluded.wire_id, turn_id = excluded.turn_id, message_id = excluded.message_id,
    server = excluded.server, tool = excluded.tool, name = excluded.name, arguments = excluded.arguments,
    arguments_text = excluded.arguments_text, state = excluded.state, page = excluded.page,
    progress = excluded.progress, started_at = excluded.started_at,
    finished_at = excluded.finished_at, result = excluded.result, files = excluded.files,
    failure = excluded.failure`;
const selectOfConversation =
  "SELECT * FROM tool_calls WHERE conversation_id = :id ORDER BY ordinal";
const selectOpen = `SELECT * FROM tool_calls WHERE state IN (${openStates}) ORDER BY ordinal`;
// Whether a call that was started has done its work, nobody knows: it is never run again by itself (D2).
const settleOpen = `
  UPDATE tool_calls SET finished_at = :now, arguments_text = NULL,
    state = iif(started_at IS NULL, 'skipped', 'outcome-unknown')
  WHERE state IN (${openStates}) RETURNING *`;
const selectFiles = "SELECT files FROM tool_calls WHERE files IS NOT NULL";

export class ToolCallTable {
  readonly #database: Database;
  readonly #reader: RowReader<ToolCall>;
  readonly #filesReferenced: (hashes: readonly string[]) => void;

  constructor(
    database: Database,
    logger: Logger,
    /** Told of the files that a call which was just saved refers to. */
    filesReferenced: (hashes: readonly string[]) => void,
  ) {
    this.#database = database;
    this.#filesReferenced = filesReferenced;
    this.#reader = new RowReader({ what: "tool call", schema: ToolCall, decode, logger });
  }

  /** Adds the call or brings it up to date; on disk when it returns (D2). */
  save(call: ToolCall): void {
    const result = toJson(call.result);
    const files = filesIn(result ?? "");
    this.#database.run(upsert, {
      ...identity(call),
      ...progress(call),
      result,
      files: files.length > 0 ? files.join(FILES_BETWEEN) : null,
    });
    this.#filesReferenced(files);
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

  /** The hashes of all files that a result refers to, also in rows that cannot be read as a call. */
  referencedFiles(): ReadonlySet<string> {
    const rows = this.#database.all(selectFiles);
    return new Set(rows.flatMap((row) => String(row.files).split(FILES_BETWEEN)));
  }
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
    failure: toJson(call.failure),
  };
}

function decode(row: Row): Members<ToolCall> {
  return {
    id: row.id,
    wireId: row.wire_id,
    conversationId: row.conversation_id,
    turnId: row.turn_id,
    messageId: row.message_id,
    server: row.server,
    tool: row.tool,
    name: row.name,
    arguments: fromJson(row.arguments),
    argumentsText: row.arguments_text,
    state: row.state,
    page: fromJson(row.page),
    progress: row.progress,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    result: fromJson(row.result),
    failure: fromJson(row.failure),
  };
}
