import { isEnded, Turn, TurnState, type TurnVariants } from "../../../src-preload/model/turn.ts";
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
const selectOfConversation =
  "SELECT * FROM turns WHERE conversation_id = :id AND hidden_with IS NULL ORDER BY ordinal";
const selectPlace =
  "SELECT id, ordinal, coalesce(variant_of, id) AS place, hidden_with FROM turns WHERE id = :id AND conversation_id = :conversation_id";
// Every turn began after those that it follows, so what follows one has a higher number.
const hideFrom = `
  UPDATE turns SET hidden_with = :hidden_with
  WHERE conversation_id = :conversation_id AND hidden_with IS NULL AND ordinal >= :ordinal`;
const showWith = `
  UPDATE turns SET hidden_with = NULL
  WHERE conversation_id = :conversation_id AND hidden_with = :id`;
const joinPlace = "UPDATE turns SET variant_of = :place WHERE id = :id";
const selectVariants = `
  SELECT id, variant_of AS place, hidden_with IS NULL AS shown FROM turns
  WHERE conversation_id = :id AND variant_of IS NOT NULL ORDER BY ordinal`;
const selectOpen = `SELECT * FROM turns WHERE state IN (${openStates}) ORDER BY ordinal`;
const interruptOpen = `
  UPDATE turns SET state = 'interrupted', ended_at = :now WHERE state IN (${openStates})
  RETURNING *`;

interface Place {
  readonly id: string;
  readonly ordinal: number;
  /** The first turn that was in it. */
  readonly place: string;
  readonly hiddenWith: string | null;
}

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

  /**
   * Puts a new turn in the place of another: that one, and all that followed it, is kept out of sight.
   * Returns false, and does nothing, when the conversation shows no such turn.
   */
  replace(replacedId: string, turn: Turn): boolean {
    return this.#database.transaction(() => {
      const replaced = this.#placeOf(turn.conversationId, replacedId);
      if (!replaced || replaced.hiddenWith !== null) return false;
      this.#hideFrom(turn.conversationId, replaced);
      this.save(turn);
      for (const id of [replacedId, turn.id])
        this.#database.run(joinPlace, { id, place: replaced.place });
      return true;
    });
  }

  /**
   * Brings a variant back, with all that followed it, in the place of the one that is shown. Returns
   * false, and does nothing, when there is no such variant out of sight.
   */
  show(conversationId: string, id: string): boolean {
    return this.#database.transaction(() => {
      const wanted = this.#placeOf(conversationId, id);
      // One that was hidden as a follower comes back with the one that it followed.
      if (!wanted || wanted.hiddenWith !== id) return false;
      const shown = this.variants(conversationId).find(({ turnIds }) =>
        turnIds.includes(id),
      )?.shown;
      const place = shown ? this.#placeOf(conversationId, shown) : null;
      if (!place) return false;
      this.#hideFrom(conversationId, place);
      this.#database.run(showWith, { conversation_id: conversationId, id });
      return true;
    });
  }

  /** The places of the conversation that have more than one turn; of a place out of sight none is shown. */
  variants(conversationId: string): readonly TurnVariants[] {
    const rows = this.#database.all(selectVariants, { id: conversationId });
    const places = [...new Set(rows.map((row) => row["place"]))];
    return places.map((place) => {
      const ofPlace = rows.filter((row) => row["place"] === place);
      const shown = ofPlace.find((row) => row["shown"] === 1)?.["id"];
      return {
        turnIds: ofPlace.map((row) => String(row["id"])),
        shown: typeof shown === "string" ? shown : null,
      };
    });
  }

  #placeOf(conversationId: string, id: string): Place | null {
    const row = this.#database.get(selectPlace, { id, conversation_id: conversationId });
    if (!row) return null;
    return {
      id,
      ordinal: Number(row["ordinal"]),
      place: String(row["place"]),
      hiddenWith: typeof row["hidden_with"] === "string" ? row["hidden_with"] : null,
    };
  }

  #hideFrom(conversationId: string, { id, ordinal }: Place): void {
    this.#database.run(hideFrom, { conversation_id: conversationId, hidden_with: id, ordinal });
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
