import { z } from "zod";
import { ConversationSummary } from "../../../src-preload/model/conversation.ts";
import type { Logger } from "../../base/logger.ts";
import type { Database, Row } from "../database.ts";
import { RowReader, type Members } from "../row-reader.ts";

/** What of a conversation is kept; the rest of its summary follows from its turns and messages. */
export const ConversationRow = ConversationSummary.unwrap()
  .pick({
    id: true,
    title: true,
    createdAt: true,
    updatedAt: true,
    modelId: true,
    headless: true,
    unread: true,
  })
  .extend({
    /** What the person tells the model in place of the app's own words; null for nothing. */
    instructions: z.string().nullable(),
  })
  .readonly();
export type ConversationRow = z.infer<typeof ConversationRow>;

export type ConversationPatch = Partial<Omit<ConversationRow, "id" | "createdAt">>;

const insertOne = `
  INSERT INTO conversations (id, title, created_at, updated_at, model_id, headless, unread,
    instructions)
  VALUES (:id, :title, :created_at, :updated_at, :model_id, :headless, :unread, :instructions)`;
const selectOne = "SELECT * FROM conversations WHERE id = :id";
const selectAll = "SELECT * FROM conversations ORDER BY updated_at DESC, created_at DESC, id";
const updateOne = `
  UPDATE conversations SET title = :title, updated_at = :updated_at, model_id = :model_id,
    headless = :headless, unread = :unread, instructions = :instructions
  WHERE id = :id`;
const deleteOne = "DELETE FROM conversations WHERE id = :id";

export class ConversationTable {
  readonly #database: Database;
  readonly #reader: RowReader<ConversationRow>;
  readonly #titled: (id: string) => void;

  constructor(
    database: Database,
    logger: Logger,
    /** Told of each conversation that has got a title. */
    titled: (id: string) => void,
  ) {
    this.#database = database;
    this.#titled = titled;
    this.#reader = new RowReader({ what: "conversation", schema: ConversationRow, decode, logger });
  }

  create(conversation: ConversationRow): void {
    const created_at = conversation.createdAt;
    this.#database.run(insertOne, { ...changeable(conversation), created_at });
    this.#titled(conversation.id);
  }

  find(id: string): ConversationRow | null {
    return this.#reader.one(this.#database.get(selectOne, { id }));
  }

  /** The one that was used last comes first. */
  list(): readonly ConversationRow[] {
    return this.#reader.list(this.#database.all(selectAll));
  }

  /** Returns the conversation as it is now; null, and nothing done, when there is none of this id. */
  update(id: string, patch: ConversationPatch): ConversationRow | null {
    const present = this.find(id);
    if (present === null) return null;
    const changed = { ...present, ...patch };
    this.#database.run(updateOne, changeable(changed));
    if (changed.title !== present.title) this.#titled(id);
    return changed;
  }

  /**
   * Deletes it with its turns, messages, tool calls and rules, and empties the write-ahead log, so
   * that they have left the disk (D7, M32). Its pictures stay until the files are swept.
   */
  delete(id: string): void {
    this.#database.run(deleteOne, { id });
    this.#database.checkpoint();
  }
}

function changeable(conversation: ConversationRow) {
  return {
    id: conversation.id,
    title: conversation.title,
    updated_at: conversation.updatedAt,
    model_id: conversation.modelId,
    headless: Number(conversation.headless),
    unread: Number(conversation.unread),
    instructions: conversation.instructions,
  };
}

function decode(row: Row): Members<ConversationRow> {
  return {
    id: row.id,
    title: row.title,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    modelId: row.model_id,
    headless: row.headless === 1,
    unread: row.unread === 1,
    instructions: row.instructions,
  };
}
