import { rmSync } from "node:fs";
import { messageOf } from "../../base/errors.ts";
import type { Logger } from "../../base/logger.ts";
import { Database } from "../database.ts";

/** Number of the index's form. Another one is made anew: all of it follows from the records. */
const VERSION = 1;

const FORM = `
CREATE TABLE records (
  record INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  record_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  server TEXT,
  site TEXT,
  pictures INTEGER NOT NULL,
  UNIQUE (conversation_id, kind, record_id)
) STRICT;
CREATE INDEX records_with_pictures ON records (conversation_id) WHERE pictures = 1;
CREATE INDEX records_by_site ON records (site, conversation_id) WHERE site IS NOT NULL;
CREATE INDEX records_by_server ON records (server, conversation_id) WHERE server IS NOT NULL;
-- Of three characters each: it finds parts of words and of URLs, and languages without spaces.
CREATE VIRTUAL TABLE words USING fts5 (text, tokenize = 'trigram remove_diacritics 1');
-- What is deleted leaves the index at once, not when it is next merged (D7).
INSERT INTO words (words, rank) VALUES ('secure-delete', 1);
-- Whether the index had everything when it was closed.
CREATE TABLE state (complete INTEGER NOT NULL) STRICT;
INSERT INTO state VALUES (0);
PRAGMA user_version = ${VERSION};
`;

/** Opens the index, or begins a new one where there is none that can be used. */
export function openIndex(file: string, logger: Logger): Database {
  try {
    const database = new Database(file, { rebuildable: true });
    if (database.schemaVersion === VERSION) return database;
    const isNew = database.schemaVersion === 0;
    if (isNew) {
      database.transaction(() => database.script(FORM));
      return database;
    }
    database.close();
  } catch (error) {
    logger.warn(`The search index is made anew: ${messageOf(error)}`);
  }
  removeIndex(file);
  const database = new Database(file, { rebuildable: true });
  database.transaction(() => database.script(FORM));
  return database;
}

export function removeIndex(file: string): void {
  for (const companion of ["", "-wal", "-shm"]) rmSync(file + companion, { force: true });
}
