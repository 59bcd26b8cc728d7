import type { WireRequest } from "../wire/wire-request.ts";

/** Characters of one token of English prose and JSON, on average. */
const CHARS_PER_TOKEN = 4;

/** Tokens of one picture: more than most local models make of one. */
const PICTURE_TOKENS = 1_600;

export interface Estimate {
  /** Likely tokens of the texts. */
  readonly text: number;
  /** Tokens that the request takes at the most, pictures included. */
  readonly atMost: number;
}

/** How many tokens the request takes, as well as it can be told without the model's own tokenizer. */
export function estimate({ instructions, entries, tools }: WireRequest): Estimate {
  let pictures = 0;
  const texts = JSON.stringify([instructions, entries, tools], (_key, value: unknown) => {
    if (!isPicture(value)) return value;
    pictures += 1;
    return undefined;
  });
  const text = Math.ceil(texts.length / CHARS_PER_TOKEN);
  // A third more for languages and code that take more tokens.
  return { text, atMost: Math.ceil(text * 1.34) + pictures * PICTURE_TOKENS };
}

function isPicture(value: unknown): boolean {
  return typeof value === "object" && value !== null && "bytes" in value;
}
