import type { Clock } from "../../base/clock.ts";
import type { Database } from "../database.ts";

const RECOVERED_TITLE = "Recovered conversation";

const insertMissing = `
  INSERT INTO conversations (id, title, created_at, updated_at, model_id, headless, unread)
  VALUES (:id, :title, :now, :now, NULL, 1, 0)`;

/** Gives the rows whose conversation is gone one to be found in; returns how many were made. */
export function adoptOrphans(database: Database, clock: Clock): number {
  const missing = database.all(`
    SELECT conversation_id AS id FROM messages UNION SELECT conversation_id FROM turns
    UNION SELECT conversation_id FROM tool_calls EXCEPT SELECT id FROM conversations`);
  for (const { id } of missing) {
    database.run(insertMissing, { id: String(id), title: RECOVERED_TITLE, now: clock() });
  }
  return missing.length;
}

/** What belongs to nothing even then, as a rule of a conversation without a single message. */
export function dropOrphans(database: Database): void {
  for (const { table, rowid } of database.all("PRAGMA foreign_key_check")) {
    database.run(`DELETE FROM ${String(table)} WHERE rowid = :rowid`, { rowid: Number(rowid) });
  }
}
