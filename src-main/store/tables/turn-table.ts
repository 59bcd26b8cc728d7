import { isEnded, Turn, TurnState } from "../../../src-preload/model/turn.ts";
import type { Logger } from "../../base/logger.ts";
import type { Database, Row } from "../database.ts";
import { fromJson, toJson } from "../json.ts";
import { RowReader, type Members } from "../row-reader.ts";
import { sqlStrings } from "../sql-strings.ts";

const openStates = sqlStrings(TurnState.options.filter((state) => !isEnded(state)));

// A turn never moves to another conversation, so an upsert leaves that column alone.
const upsert = `
  INSERT INTO turns (id, conversation_id, state, started_at, ended_at, failure, usage)
  VALUES (:id, :conversation_id, :state, :started_at, :ended_at, :failure, :usage)
  ON CONFLICT (id) DO UPDATE SET state = excluded.state, started_at = excluded.started_at,
    ended_at = excluded.ended_at, failure = excluded.failure, usage = excluded.usage`;
const selectOfConversation = "SELECT * FROM turns WHERE conversation_id = :id ORDER BY ordinal";
const selectOpen = `SELECT * FROM turns WHERE state IN (${openStates}) ORDER BY ordinal`;
const interruptOpen = `
  UPDATE turns SET state = 'interrupted', ended_at = :now WHERE state IN (${openStates})
  RETURNING *`;

export class TurnTable {
  readonly #database: Database;
  readonly #reader: RowReader<Turn>;

  constructor(database: Database, logger: Logger) {
    this.#database = database;
    this.#reader = new RowReader({ what: "turn", schema: Turn, decode, logger });
  }

  save(turn: Turn): void {
    this.#database.run(upsert, {
      id: turn.id,
      conversation_id: turn.conversationId,
      state: turn.state,
      started_at: turn.startedAt,
      ended_at: turn.endedAt,
      failure: toJson(turn.failure),
      usage: toJson(turn.usage),
    });
  }

  /** In the order in which they were first saved. */
  list(conversationId: string): readonly Turn[] {
    return this.#reader.list(this.#database.all(selectOfConversation, { id: conversationId }));
  }

  /** The turns of all conversations that have not ended. */
  open(): readonly Turn[] {
    return this.#reader.list(this.#database.all(selectOpen));
  }

  /** Ends the open ones as interrupted; returns them as they are now. */
  interruptOpen(now: number): readonly Turn[] {
    return this.#reader.list(this.#database.all(interruptOpen, { now }));
  }
}

function decode(row: Row): Members<Turn> {
  return {
    id: row.id,
    conversationId: row.conversation_id,
    state: row.state,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    failure: fromJson(row.failure),
    usage: fromJson(row.usage),
  };
}
