import { z } from "zod";
import type { Logger } from "../../base/logger.ts";
import type { Database, Row } from "../database.ts";
import { RowReader, type Members } from "../row-reader.ts";

/** What a person once answered about calls of one kind (M30). */
export const ApprovalRule = z
  .object({
    /** The conversation in which it holds; null for all. */
    scope: z.string().nullable(),
    key: z.string(),
    decision: z.enum(["allow", "deny", "once"]),
    createdAt: z.number(),
  })
  .readonly();
export type ApprovalRule = z.infer<typeof ApprovalRule>;

const upsert = `
  INSERT INTO approval_rules (conversation_id, key, decision, created_at)
  VALUES (:scope, :key, :decision, :created_at)
  ON CONFLICT (key, coalesce(conversation_id, '')) DO UPDATE SET
    decision = excluded.decision, created_at = excluded.created_at`;
const holdsIn = "(conversation_id = :id OR conversation_id IS NULL)";
const order = "ORDER BY conversation_id IS NULL, created_at, rowid";
const selectByKey = `SELECT * FROM approval_rules WHERE key = :key AND ${holdsIn} ${order}`;
const selectAll = `SELECT * FROM approval_rules WHERE ${holdsIn} ${order}`;
const selectEvery = `SELECT * FROM approval_rules ${order}`;
const deleteOne = "DELETE FROM approval_rules WHERE key = :key AND conversation_id IS :scope";

export class ApprovalRuleTable {
  readonly #database: Database;
  readonly #reader: RowReader<ApprovalRule>;

  constructor(database: Database, logger: Logger) {
    this.#database = database;
    this.#reader = new RowReader({ what: "approval rule", schema: ApprovalRule, decode, logger });
  }

  /** A later answer of the same scope and key replaces the earlier one. */
  save(rule: ApprovalRule): void {
    const { scope, key, decision, createdAt } = rule;
    this.#database.run(upsert, { scope, key, decision, created_at: createdAt });
  }

  /** Those of every conversation, and those for all. */
  list(): readonly ApprovalRule[] {
    return this.#reader.list(this.#database.all(selectEvery));
  }

  delete({ scope, key }: Pick<ApprovalRule, "scope" | "key">): void {
    this.#database.run(deleteOne, { scope, key });
  }

  /** The rules of this key that hold in the conversation: its own, then the one for all. */
  find(conversationId: string, key: string): readonly ApprovalRule[] {
    return this.#reader.list(this.#database.all(selectByKey, { id: conversationId, key }));
  }

  /** All rules that hold in the conversation: its own, then those for all. */
  listForConversation(conversationId: string): readonly ApprovalRule[] {
    return this.#reader.list(this.#database.all(selectAll, { id: conversationId }));
  }
}

function decode(row: Row): Members<ApprovalRule> {
  return {
    scope: row.conversation_id,
    key: row.key,
    decision: row.decision,
    createdAt: row.created_at,
  };
}
