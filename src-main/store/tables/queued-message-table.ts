import { z } from "zod";
import type { Logger } from "../../base/logger.ts";
import type { Database, Row } from "../database.ts";
import { RowReader, type Members } from "../row-reader.ts";

/** A message that waits for its turn. */
export const QueuedRow = z
  .object({
    id: z.string(),
    conversationId: z.string(),
    text: z.string(),
    createdAt: z.number(),
  })
  .readonly();
export type QueuedRow = z.infer<typeof QueuedRow>;

const upsert = `
  INSERT INTO queued_messages (id, conversation_id, text, created_at)
  VALUES (:id, :conversation_id, :text, :created_at)
  ON CONFLICT (id) DO UPDATE SET text = excluded.text`;
const selectOfConversation =
  "SELECT * FROM queued_messages WHERE conversation_id = :id ORDER BY ordinal";
const deleteOne = "DELETE FROM queued_messages WHERE id = :id";

export class QueuedMessageTable {
  readonly #database: Database;
  readonly #reader: RowReader<QueuedRow>;

  constructor(database: Database, logger: Logger) {
    this.#database = database;
    this.#reader = new RowReader({ what: "queued message", schema: QueuedRow, decode, logger });
  }

  /** Adds it at the end, or changes the text of a known one. */
  save({ id, conversationId, text, createdAt }: QueuedRow): void {
    this.#database.run(upsert, {
      id,
      text,
      conversation_id: conversationId,
      created_at: createdAt,
    });
  }

  /** In the order of their coming. */
  list(conversationId: string): readonly QueuedRow[] {
    return this.#reader.list(this.#database.all(selectOfConversation, { id: conversationId }));
  }

  delete(id: string): void {
    this.#database.run(deleteOne, { id });
  }
}

function decode(row: Row): Members<QueuedRow> {
  return {
    id: row.id,
    conversationId: row.conversation_id,
    text: row.text,
    createdAt: row.created_at,
  };
}
