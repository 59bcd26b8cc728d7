import { ContextSummary } from "../../../src-preload/model/model-view.ts";
import type { Logger } from "../../base/logger.ts";
import type { Database, Row } from "../database.ts";
import { RowReader, type Members } from "../row-reader.ts";

const insertOne = `
  INSERT INTO context_summaries (id, conversation_id, through, text, created_at)
  VALUES (:id, :conversation_id, :through, :text, :created_at)`;
const selectOfConversation =
  "SELECT * FROM context_summaries WHERE conversation_id = :id ORDER BY ordinal";

export class ContextSummaryTable {
  readonly #database: Database;
  readonly #reader: RowReader<ContextSummary>;

  constructor(database: Database, logger: Logger) {
    this.#database = database;
    this.#reader = new RowReader({ what: "summary", schema: ContextSummary, decode, logger });
  }

  save({ id, conversationId, through, text, createdAt }: ContextSummary): void {
    this.#database.run(insertOne, {
      id,
      through,
      text,
      conversation_id: conversationId,
      created_at: createdAt,
    });
  }

  /** In the order of their writing; the last one holds. */
  list(conversationId: string): readonly ContextSummary[] {
    return this.#reader.list(this.#database.all(selectOfConversation, { id: conversationId }));
  }
}

function decode(row: Row): Members<ContextSummary> {
  return {
    id: row.id,
    conversationId: row.conversation_id,
    through: row.through,
    text: row.text,
    createdAt: row.created_at,
  };
}
