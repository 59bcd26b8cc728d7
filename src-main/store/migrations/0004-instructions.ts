/** What the person tells the model of one conversation in place of the app's own words; NULL for nothing. */
export const ownInstructions = "ALTER TABLE conversations ADD COLUMN instructions TEXT;";
