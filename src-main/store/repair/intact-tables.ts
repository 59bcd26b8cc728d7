import type { Database } from "../database.ts";

interface Tree {
  readonly name: string;
  readonly table: string;
  readonly root: number;
}

/**
 * The tables of a damaged database of which every row is there: their own pages are whole, and an
 * index whose pages are whole too counts as many rows. A table of which rows went missing can be read
 * without any error, so that reading it says nothing.
 */
export function intactTables(database: Database): ReadonlySet<string> {
  const trees = database
    .all("SELECT name, tbl_name, rootpage FROM sqlite_schema WHERE rootpage > 0")
    .map((row) => ({
      name: String(row["name"]),
      table: String(row["tbl_name"]),
      root: Number(row["rootpage"]),
    }));
  const tables = trees.filter((tree) => tree.name === tree.table);
  return new Set(
    tables.filter((table) => isIntact(table, trees, database)).map(({ name }) => name),
  );
}

function isIntact(table: Tree, trees: readonly Tree[], database: Database): boolean {
  const findings = database
    .readable(`PRAGMA integrity_check('${table.name}')`)
    .map((row) => String(row["integrity_check"]));
  const isWhole = (tree: Tree) => !findings.some((line) => line.includes(`Tree ${tree.root} `));
  if (!isWhole(table)) return false;
  const indexes = trees.filter((tree) => tree.table === table.name && tree !== table);
  if (indexes.length === 0) return findings.join() === "ok";
  const rows = countOf(database, `${table.name} NOT INDEXED`);
  if (rows === null) return false;
  return indexes.filter(isWhole).some((index) => countIn(index, database) === rows);
}

/** All indexes of the app's begin with a text; asked for by it, SQLite reads this index and no other. */
function countIn({ name, table }: Tree, database: Database): number | null {
  const [column] = database.readable(`PRAGMA index_info("${name}")`);
  if (typeof column?.["name"] !== "string") return null;
  return countOf(database, `${table} INDEXED BY "${name}" WHERE ${column["name"]} >= ''`);
}

/** Null when they cannot be counted. */
function countOf(database: Database, from: string): number | null {
  const [row] = database.readable(`SELECT count(*) AS rows FROM ${from}`);
  return row ? Number(row["rows"]) : null;
}
