/** What was written while a turn ran. It becomes a message, and leaves this table, when its time comes. */
export const queuedMessages = `
CREATE TABLE queued_messages (
  ordinal INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  conversation_id TEXT NOT NULL REFERENCES conversations ON DELETE CASCADE,
  text TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX queued_messages_by_conversation ON queued_messages (conversation_id);
`;
