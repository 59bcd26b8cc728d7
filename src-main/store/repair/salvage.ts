import { messageOf } from "../../base/errors.ts";
import type { Database, Row, SqlValue } from "../database.ts";
import { intactTables } from "./intact-tables.ts";

/**
 * Questions that are asked of one table at most. A damaged page costs about twenty; a table of which
 * thousands of pages are gone is given up after this, so that the start does not take for ever.
 */
const MAX_QUESTIONS = 50_000;

/** Row numbers to look through where the table cannot say its last one. */
const LAST_ROW_GUESS = 2 ** 24;

export interface Salvaged {
  readonly table: string;
  readonly rows: number;
  /** Null when the whole table could be read. */
  readonly problem: string | null;
}

/** Parents before children, so that every row finds what it belongs to. */
const FIRST = ["conversations", "turns", "messages"];

/**
 * Puts every row that can be read in the damaged database into the other one, table by table; a row
 * that is there already is replaced. The damaged one may be of an earlier schema.
 */
export function salvage(damaged: Database, target: Database): readonly Salvaged[] {
  const tables = [...target.rowCounts().keys()].toSorted((a, b) => rank(a) - rank(b));
  const intact = intactTables(damaged);
  return tables.map((table) => salvageTable(table, damaged, target, intact.has(table)));
}

function rank(table: string): number {
  const index = FIRST.indexOf(table);
  return index === -1 ? FIRST.length : index;
}

function salvageTable(
  table: string,
  damaged: Database,
  target: Database,
  isIntact: boolean,
): Salvaged {
  let columns: readonly string[];
  try {
    const known = columnsOf(target, table);
    columns = columnsOf(damaged, table).filter((column) => known.includes(column));
    if (columns.length === 0) return { table, rows: 0, problem: null };
  } catch (error) {
    return { table, rows: 0, problem: messageOf(error) };
  }
  const reader = new RangeReader(damaged, table);
  const rows = [...reader.rows()];
  const problem = reader.problem ?? (isIntact ? null : "rows of it may be missing");
  const refused = put(rows, { table, columns, target, isAll: problem === null });
  return { table, rows: rows.length, problem: problem ?? refused };
}

interface Put {
  readonly table: string;
  readonly columns: readonly string[];
  readonly target: Database;
  readonly isAll: boolean;
}

/** Returns why a row was refused; null when none was. */
function put(rows: readonly Row[], { table, columns, target, isAll }: Put): string | null {
  const names = columns.map((column) => `:${column}`).join(", ");
  const insert = `INSERT OR REPLACE INTO ${table} (${columns.join(", ")}) VALUES (${names})`;
  let refused: string | null = null;
  target.transaction(() => {
    // Else what was deleted since the copy was made would come back.
    if (isAll) target.run(`DELETE FROM ${table}`);
    for (const row of rows) {
      try {
        target.run(insert, valuesOf(row, columns));
      } catch (error) {
        // A row whose bytes were changed may break a rule of the table; the others do not.
        refused = messageOf(error);
      }
    }
  });
  return refused;
}

function columnsOf(database: Database, table: string): readonly string[] {
  return database.all(`PRAGMA table_info(${table})`).map((row) => String(row["name"]));
}

function valuesOf(row: Row, columns: readonly string[]): Record<string, SqlValue> {
  return Object.fromEntries(columns.map((column) => [column, row[column] as SqlValue]));
}

/** Reads the rows of a table by their numbers, and goes around what cannot be read by halves. */
class RangeReader {
  readonly #database: Database;
  readonly #table: string;
  #questions = 0;
  problem: string | null = null;

  constructor(database: Database, table: string) {
    this.#database = database;
    this.#table = table;
  }

  *rows(): Generator<Row> {
    yield* this.#between(1, this.#last());
  }

  #last(): number {
    try {
      return Number(
        this.#database.get(`SELECT max(rowid) AS last FROM ${this.#table}`)?.["last"] ?? 0,
      );
    } catch (error) {
      this.problem = messageOf(error);
      return LAST_ROW_GUESS;
    }
  }

  *#between(first: number, last: number): Generator<Row> {
    if (first > last || this.#questions > MAX_QUESTIONS) return;
    const rows = this.#read(first, last);
    if (rows) yield* rows;
    else if (first < last) {
      const middle = Math.floor((first + last) / 2);
      yield* this.#between(first, middle);
      yield* this.#between(middle + 1, last);
    }
  }

  #read(first: number, last: number): readonly Row[] | null {
    this.#questions += 1;
    try {
      return this.#database.all(
        `SELECT * FROM ${this.#table} NOT INDEXED WHERE rowid BETWEEN :first AND :last`,
        { first, last },
      );
    } catch (error) {
      this.problem = messageOf(error);
      return null;
    }
  }
}
