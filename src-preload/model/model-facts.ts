import { z } from "zod";

/** US dollars for a million tokens. */
const dollars = z.number().nonnegative();

export const ModelPrice = z
  .object({
    input: dollars,
    output: dollars,
    /** For input that the provider read from its cache; null where it is not known. */
    cachedInput: dollars.nullable(),
  })
  .readonly();
export type ModelPrice = z.infer<typeof ModelPrice>;

/** What is known of a model (M28); null is “not known”, never “no”. */
export const ModelFacts = z
  .object({
    /** Tokens that a request and its answer may have together. */
    contextTokens: z.number().int().positive().nullable(),
    /** Whether it takes pictures. */
    vision: z.boolean().nullable(),
    /** Whether it calls tools. */
    tools: z.boolean().nullable(),
    price: ModelPrice.nullable(),
  })
  .readonly();
export type ModelFacts = z.infer<typeof ModelFacts>;

/** What the person says of their model; it wins over what the app knows. */
export const ModelFactOverrides = ModelFacts.unwrap().partial().readonly();
export type ModelFactOverrides = z.infer<typeof ModelFactOverrides>;

export const noFacts: ModelFacts = { contextTokens: null, vision: null, tools: null, price: null };
