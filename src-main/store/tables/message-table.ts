import { Message } from "../../../src-preload/model/message.ts";
import type { Logger } from "../../base/logger.ts";
import type { Database, Row } from "../database.ts";
import { fromJson, toJson } from "../json.ts";
import { RowReader, type Members } from "../row-reader.ts";

// What a message is and where it stands never changes; only what it says does.
const upsert = `
  INSERT INTO messages (id, conversation_id, turn_id, sequence, role, created_at, parts, complete)
  VALUES (:id, :conversation_id, :turn_id, :sequence, :role, :created_at, :parts, :complete)
  ON CONFLICT (id) DO UPDATE SET parts = excluded.parts, complete = excluded.complete`;
const selectOfConversation = "SELECT * FROM messages WHERE conversation_id = :id ORDER BY sequence";
const selectNextSequence =
  "SELECT coalesce(max(sequence), 0) + 1 AS next FROM messages WHERE conversation_id = :id";
// A row whose JSON is broken would end the whole query, so it counts as one without parts.
const selectLastText = `
  SELECT part.value ->> '$.text' AS text
  FROM messages, json_each(iif(json_valid(parts), parts, '[]')) AS part
  WHERE conversation_id = :id AND part.type = 'object'
    AND part.value ->> '$.type' = 'text' AND trim(part.value ->> '$.text') <> ''
  ORDER BY sequence DESC, part.key DESC LIMIT 1`;

export class MessageTable {
  readonly #database: Database;
  readonly #reader: RowReader<Message>;

  constructor(database: Database, logger: Logger) {
    this.#database = database;
    this.#reader = new RowReader({ what: "message", schema: Message, decode, logger });
  }

  /** Adds the message, or brings a known one's parts and completeness up to date. */
  save(message: Message): void {
    this.#database.run(upsert, {
      id: message.id,
      conversation_id: message.conversationId,
      turn_id: message.turnId,
      sequence: message.sequence,
      role: message.role,
      created_at: message.createdAt,
      parts: toJson(message.parts),
      complete: Number(message.complete),
    });
  }

  /** In the order of the conversation. */
  list(conversationId: string): readonly Message[] {
    return this.#reader.list(this.#database.all(selectOfConversation, { id: conversationId }));
  }

  /** The sequence number that the conversation's next message gets; the first is 1. */
  nextSequence(conversationId: string): number {
    return Number(this.#database.get(selectNextSequence, { id: conversationId })?.next);
  }

  /** The last text in the conversation, whoever wrote it; null while there is none. */
  lastText(conversationId: string): string | null {
    const text = this.#database.get(selectLastText, { id: conversationId })?.text;
    return typeof text === "string" ? text : null;
  }
}

function decode(row: Row): Members<Message> {
  return {
    id: row.id,
    conversationId: row.conversation_id,
    turnId: row.turn_id,
    sequence: row.sequence,
    role: row.role,
    createdAt: row.created_at,
    parts: fromJson(row.parts),
    complete: row.complete === 1,
  };
}
