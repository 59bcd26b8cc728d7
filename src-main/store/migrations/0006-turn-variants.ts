/**
 * A turn can be asked anew. The one before, with all that followed it, is kept out of sight:
 * `hidden_with` is the turn with which it is brought back. All variants of one place in a conversation
 * have the first of them as `variant_of`; NULL where there is but one.
 */
export const turnVariants = `
ALTER TABLE turns ADD COLUMN variant_of TEXT;
ALTER TABLE turns ADD COLUMN hidden_with TEXT;
CREATE INDEX turns_out_of_sight ON turns (conversation_id, hidden_with) WHERE hidden_with IS NOT NULL;
`;
