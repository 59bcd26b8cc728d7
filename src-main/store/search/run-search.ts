import { SearchHit, type SearchQuery } from "../../../src-preload/model/search.ts";
import type { Database, Row, SqlValue } from "../database.ts";
import { searchWords, type SearchWords } from "./search-words.ts";

/** Hits that are shown unless more are asked for. */
const DEFAULT_LIMIT = 50;

/** Length of a snippet, in the index's pieces, which begin at each character; the most that it offers. */
const SNIPPET_PIECES = 64;

/** Around what was found; characters that stand in no text. */
const FOUND = "\u0001";
const END = "\u0002";

/** Looks the query up in the index: titles first, then by how well they fit. */
export function runSearch(index: Database, query: SearchQuery): readonly SearchHit[] {
  const words = searchWords(query.text);
  const rows =
    words.match === null ? titlesLike(index, words, query) : matching(index, words, query);
  return rows.map((row) => hitOf(index, row, words.match));
}

/** What the index cannot look up is looked for in the titles alone. */
function titlesLike(index: Database, words: SearchWords, query: SearchQuery): readonly Row[] {
  const filter = filterOf(query, words.short);
  return index.all(
    `SELECT r.*, w.text FROM records AS r JOIN words AS w ON w.rowid = r.record
     WHERE r.kind = 'title' ${filter.sql} ORDER BY r.at DESC LIMIT :limit`,
    { ...filter.values, limit: query.limit ?? DEFAULT_LIMIT },
  );
}

function matching(index: Database, words: SearchWords, query: SearchQuery): readonly Row[] {
  const filter = filterOf(query, words.short);
  return index.all(
    `SELECT r.* FROM words AS w JOIN records AS r ON r.record = w.rowid
     WHERE words MATCH :match ${filter.sql}
     ORDER BY r.kind = 'title' DESC, w.rank LIMIT :limit`,
    { ...filter.values, match: words.match, limit: query.limit ?? DEFAULT_LIMIT },
  );
}

interface Filter {
  readonly sql: string;
  readonly values: Readonly<Record<string, SqlValue>>;
}

/** Pictures, site and server are asked of the conversation, the time of what was found. */
function filterOf(query: SearchQuery, short: readonly string[]): Filter {
  const { hasPictures, site, server, from, before } = query;
  const values: Record<string, SqlValue> = {};
  const sql: string[] = [];
  const add = (clause: string, name: string | null, value: SqlValue | undefined) => {
    if (value === undefined) return;
    sql.push(`AND ${clause}`);
    if (name !== null) values[name] = value;
  };
  const conversationIn = (clause: string) =>
    `r.conversation_id IN (SELECT conversation_id FROM records WHERE ${clause})`;
  add(conversationIn("pictures = 1"), null, hasPictures ? 1 : undefined);
  add(conversationIn("site = :site"), "site", site);
  add(conversationIn("server = :server"), "server", server);
  add("r.at >= :from", "from", from);
  add("r.at < :before", "before", before);
  for (const [number, pattern] of short.entries()) {
    add(String.raw`w.text LIKE :short${number} ESCAPE '\'`, `short${number}`, pattern);
  }
  return { sql: sql.join(" "), values };
}

function hitOf(index: Database, row: Row, match: string | null): SearchHit {
  const conversationId = String(row["conversation_id"]);
  const found =
    match === null ? String(row["text"]) : snippetOf(index, Number(row["record"]), match);
  return SearchHit.parse({
    conversationId,
    title: titleOf(index, conversationId),
    kind: row["kind"],
    recordId: row["record_id"],
    at: row["at"],
    snippet: pieces(found),
  });
}

function titleOf(index: Database, id: string): string {
  const row = index.get(
    `SELECT text FROM words WHERE rowid = (SELECT record FROM records
       WHERE conversation_id = :id AND kind = 'title' AND record_id = :id)`,
    { id },
  );
  return textIn(row?.["text"]);
}

/** Asked for each hit alone: for every match it would cost more than the search. */
function snippetOf(index: Database, record: number, match: string): string {
  const row = index.get(
    `SELECT snippet(words, 0, '${FOUND}', '${END}', '…', ${SNIPPET_PIECES}) AS snippet
     FROM words WHERE words MATCH :match AND rowid = :record`,
    { match, record },
  );
  return textIn(row?.["snippet"]);
}

function textIn(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function pieces(snippet: string): readonly { readonly text: string; readonly found: boolean }[] {
  return snippet
    .split(FOUND)
    .flatMap((piece, number) => {
      if (number === 0) return [{ text: piece, found: false }];
      const [found = "", rest = ""] = piece.split(END);
      return [
        { text: found, found: true },
        { text: rest, found: false },
      ];
    })
    .filter(({ text }) => text !== "");
}
