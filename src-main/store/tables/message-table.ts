import { Message } from "../../../src-preload/model/message.ts";
import type { Logger } from "../../base/logger.ts";
import type { Database, Row } from "../database.ts";
import { LONG_ROW_CHARS, type WholeRecords } from "../files/whole-record.ts";
import { fromJson, toJson } from "../json.ts";
import { RowReader, type Members } from "../row-reader.ts";
import type { Keep } from "../unsaved.ts";
import type { RecordKey } from "../search/searchable.ts";

/** Not of a turn that another one has replaced. */
export const isShown = `turn_id NOT IN
  (SELECT id FROM turns WHERE conversation_id = :id AND hidden_with IS NOT NULL)`;

// What a message is and where it stands never changes; only what it says does.
const upsert = `
  INSERT INTO messages (id, conversation_id, turn_id, sequence, role, created_at, parts, complete, whole)
  VALUES (:id, :conversation_id, :turn_id, :sequence, :role, :created_at, :parts, :complete, :whole)
  ON CONFLICT (id) DO UPDATE SET parts = excluded.parts, complete = excluded.complete,
    whole = excluded.whole`;
const selectOfConversation = `
  SELECT * FROM messages WHERE conversation_id = :id AND ${isShown} ORDER BY sequence`;
const selectNextSequence =
  "SELECT coalesce(max(sequence), 0) + 1 AS next FROM messages WHERE conversation_id = :id";
// A row whose JSON is broken would end the whole query, so it counts as one without parts.
const selectLastText = `
  SELECT part.value ->> '$.text' AS text
  FROM messages, json_each(iif(json_valid(parts), parts, '[]')) AS part
  WHERE conversation_id = :id AND ${isShown} AND part.type = 'object'
    AND part.value ->> '$.type' = 'text' AND trim(part.value ->> '$.text') <> ''
  ORDER BY sequence DESC, part.key DESC LIMIT 1`;

// Rows of before long records were split.
const selectLong =
  "SELECT * FROM messages WHERE whole IS NULL AND complete = 1 AND length(parts) > :chars";

interface Parts {
  readonly [name: string]: unknown;
  readonly parts: Message["parts"];
}

/** For a message of which not even head and tail fit into its row. */
const noParts: Parts = { parts: [] };

/** What the tables of long records work with. */
export interface TableParts {
  readonly wholes: WholeRecords;
  readonly keep: Keep;
  /** Told of each record that was saved. */
  readonly saved: (key: RecordKey) => void;
}

export class MessageTable {
  readonly #database: Database;
  readonly #reader: RowReader<Message>;
  readonly #wholes: WholeRecords;
  readonly #keep: Keep;
  readonly #saved: (key: RecordKey) => void;

  constructor(database: Database, logger: Logger, { wholes, keep, saved }: TableParts) {
    this.#database = database;
    this.#saved = saved;
    this.#wholes = wholes;
    this.#keep = keep;
    const decodeRow = (row: Row) => decode(row, wholes);
    this.#reader = new RowReader({ what: "message", schema: Message, decode: decodeRow, logger });
  }

  /** Adds the message, or brings a known one's parts and completeness up to date. */
  save(message: Message): void {
    this.#keep(`message ${message.id}`, () => this.#write(message));
  }

  #write(message: Message): void {
    // A text that still grows would leave a file behind at each checkpoint.
    const { row, whole, files } = message.complete
      ? this.#wholes.split<Parts>({ parts: message.parts }, noParts)
      : { row: message, whole: null, files: [] };
    this.#database.transaction(() => {
      this.#database.run(upsert, {
        id: message.id,
        conversation_id: message.conversationId,
        turn_id: message.turnId,
        sequence: message.sequence,
        role: message.role,
        created_at: message.createdAt,
        parts: toJson(row.parts),
        complete: Number(message.complete),
        whole,
      });
      if (message.complete) this.#wholes.use(message.conversationId, message.id, files);
    });
    this.#wholes.settle(files);
    const { conversationId, id } = message;
    this.#saved({ kind: "message", conversationId, recordId: id });
  }

  /** Splits what an earlier version has written in long rows; returns how many there were. */
  splitLongRows(): number {
    const long = this.#reader.list(this.#database.all(selectLong, { chars: LONG_ROW_CHARS }));
    for (const message of long) this.#write(message);
    return long.length;
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

function decode(row: Row, wholes: WholeRecords): Members<Message> {
  const whole = wholes.read(row.whole);
  return {
    id: row.id,
    conversationId: row.conversation_id,
    turnId: row.turn_id,
    sequence: row.sequence,
    role: row.role,
    createdAt: row.created_at,
    parts: whole ? whole["parts"] : fromJson(row.parts),
    complete: row.complete === 1,
  };
}
