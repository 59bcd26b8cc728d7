/** What stands for the older messages in what the model is sent; the newest of a conversation holds. */
export const contextSummaries = `
CREATE TABLE context_summaries (
  ordinal INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  conversation_id TEXT NOT NULL REFERENCES conversations ON DELETE CASCADE,
  through INTEGER NOT NULL,
  text TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX context_summaries_by_conversation ON context_summaries (conversation_id);
`;
