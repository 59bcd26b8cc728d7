import { z } from "zod";

/** What is looked for, and in which conversations. */
export const SearchQuery = z
  .object({
    /** Words or parts of words, all of which must be found; empty for all that the filters let through. */
    text: z.string().max(1_000),
    /** Conversations with pictures alone. */
    hasPictures: z.boolean().optional(),
    /** Conversations that were on this site alone, by its host, as `example.com`. */
    site: z.string().max(300).optional(),
    /** Conversations that used this server alone. */
    server: z.string().max(300).optional(),
    /** What was written at this time or later, and before that one; milliseconds since 1970. */
    from: z.number().optional(),
    before: z.number().optional(),
    limit: z.number().int().min(1).max(200).optional(),
  })
  .readonly();
export type SearchQuery = z.infer<typeof SearchQuery>;

export const SearchHit = z
  .object({
    conversationId: z.string(),
    title: z.string(),
    kind: z.enum(["title", "message", "tool-call"]),
    /** Id of the message or call; of the conversation for a title. */
    recordId: z.string(),
    at: z.number(),
    /** The place in the text, in pieces; those that were looked for are marked. */
    snippet: z.array(z.object({ text: z.string(), found: z.boolean() }).readonly()).readonly(),
  })
  .readonly();
export type SearchHit = z.infer<typeof SearchHit>;

export const SearchResult = z
  .object({
    /** The best first; titles before all else. */
    hits: z.array(SearchHit).readonly(),
    /** False while the index is still being made: later there may be more. */
    complete: z.boolean(),
  })
  .readonly();
export type SearchResult = z.infer<typeof SearchResult>;
