/**
 * Rows stay small: of a record that is long, the row has head and tail of each text, and `whole` is the
 * hash of the file that has all of it. Which record refers to which file is a table of its own, so that
 * uses can be counted however many pictures a result has.
 */
export const wholeRecords = `
ALTER TABLE messages ADD COLUMN whole TEXT;
ALTER TABLE tool_calls ADD COLUMN whole TEXT;

CREATE TABLE file_uses (
  conversation_id TEXT NOT NULL REFERENCES conversations ON DELETE CASCADE,
  -- The id of a message or of a tool call.
  record_id TEXT NOT NULL,
  file TEXT NOT NULL,
  UNIQUE (conversation_id, record_id, file)
) STRICT;
CREATE INDEX file_uses_by_file ON file_uses (file);

INSERT INTO file_uses (conversation_id, record_id, file)
  SELECT DISTINCT conversation_id, tool_calls.id, part.value
  FROM tool_calls, json_each('["' || replace(files, ' ', '","') || '"]') AS part
  WHERE files IS NOT NULL;

DROP INDEX tool_calls_with_files;
ALTER TABLE tool_calls DROP COLUMN files;
`;
