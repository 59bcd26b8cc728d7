/** Times are milliseconds since 1970. What has parts of its own is JSON, in the shapes of the contract. */
export const firstTables = `
CREATE TABLE conversations (
  id TEXT NOT NULL PRIMARY KEY,
  title TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  model_id TEXT,
  headless INTEGER NOT NULL,
  unread INTEGER NOT NULL
) STRICT;

CREATE TABLE turns (
  ordinal INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  conversation_id TEXT NOT NULL REFERENCES conversations ON DELETE CASCADE,
  state TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  ended_at INTEGER,
  failure TEXT,
  usage TEXT NOT NULL
) STRICT;
CREATE INDEX turns_by_conversation ON turns (conversation_id);

CREATE TABLE messages (
  id TEXT NOT NULL PRIMARY KEY,
  conversation_id TEXT NOT NULL REFERENCES conversations ON DELETE CASCADE,
  turn_id TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  role TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  parts TEXT NOT NULL,
  complete INTEGER NOT NULL,
  UNIQUE (conversation_id, sequence)
) STRICT;

CREATE TABLE tool_calls (
  ordinal INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  wire_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL REFERENCES conversations ON DELETE CASCADE,
  turn_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  server TEXT,
  tool TEXT NOT NULL,
  name TEXT NOT NULL,
  arguments TEXT NOT NULL,
  arguments_text TEXT,
  state TEXT NOT NULL,
  page TEXT,
  progress TEXT,
  started_at INTEGER,
  finished_at INTEGER,
  result TEXT,
  -- The hashes of the files that the result refers to, with blanks between; NULL for none.
  files TEXT,
  failure TEXT,
  UNIQUE (conversation_id, id)
) STRICT;
CREATE INDEX tool_calls_by_state ON tool_calls (state);
-- Holds all that the sweep asks for, so that it need not read the results themselves.
CREATE INDEX tool_calls_with_files ON tool_calls (files) WHERE files IS NOT NULL;

CREATE TABLE approval_rules (
  conversation_id TEXT REFERENCES conversations ON DELETE CASCADE,
  key TEXT NOT NULL,
  decision TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX approval_rules_by_key ON approval_rules (key, coalesce(conversation_id, ''));
CREATE INDEX approval_rules_by_conversation ON approval_rules (conversation_id);
`;
