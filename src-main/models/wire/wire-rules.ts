import type { RemoteProvider } from "../model-address.ts";

/** What one provider takes of pictures; more than that is scaled down or left out (M21). */
export interface PictureRules {
  /** Types of the bytes. */
  readonly types: readonly string[];
  /** Longest edge in pixels: what is longer the provider scales down itself, or refuses. */
  readonly maxEdge: number;
  /** Bytes of one picture, before base64 makes four of three. */
  readonly maxBytes: number;
  /** Bytes of all pictures of a request together. */
  readonly budgetBytes: number;
  /** Pictures in a request. */
  readonly maxCount: number;
  /** Whether a tool's result may hold them; else they follow in a message of the person's. */
  readonly insideResults: boolean;
}

export interface WireRules {
  /** What a tool's name has to look like, beside its length of at most 64 characters. */
  readonly toolName: "letters-digits-dashes" | "begins-with-letter";
  /** Tools in a request. */
  readonly maxTools: number;
  /** How much of JSON Schema it understands. */
  readonly schema: "full" | "gemini" | "flat";
  /**
   * Whose reasoning goes back: none; all that this model wrote, for it knows it by its mark; or that
   * of this turn alone, since some servers need it between calls and others refuse older ones.
   */
  readonly reasoning: "none" | "marked" | "this-turn";
  readonly pictures: PictureRules;
}

const MB = 1_000_000;

const ALL_TYPES = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/** OpenAI's limit. Others that speak like it have it too, or refuse sooner and say so. */
const OPENAI_MAX_TOOLS = 128;

/** Where a provider names no limit: more than any person's servers have, so that no list grows without end. */
const MAX_TOOLS = 512;

/** The limits are the providers' own, taken from their documentation, with room below the hard ones. */
const RULES: Readonly<Record<RemoteProvider, WireRules>> = {
  anthropic: {
    toolName: "letters-digits-dashes",
    maxTools: MAX_TOOLS,
    schema: "full",
    reasoning: "marked",
    pictures: {
      types: ALL_TYPES,
      maxEdge: 1_568,
      // Refused from 5 MB of base64 on.
      maxBytes: 3.6 * MB,
      // Of 32 MB of a request in all.
      budgetBytes: 18 * MB,
      maxCount: 100,
      insideResults: true,
    },
  },
  openai: {
    toolName: "letters-digits-dashes",
    maxTools: OPENAI_MAX_TOOLS,
    schema: "full",
    reasoning: "marked",
    pictures: {
      types: ALL_TYPES,
      maxEdge: 2_048,
      maxBytes: 12 * MB,
      // Of 50 MB of a request in all.
      budgetBytes: 30 * MB,
      maxCount: 200,
      insideResults: true,
    },
  },
  google: {
    toolName: "begins-with-letter",
    maxTools: MAX_TOOLS,
    schema: "gemini",
    reasoning: "none",
    pictures: {
      types: ["image/png", "image/jpeg", "image/webp"],
      maxEdge: 3_072,
      maxBytes: 7 * MB,
      // Of 20 MB of a request in all.
      budgetBytes: 12 * MB,
      maxCount: 200,
      insideResults: true,
    },
  },
  ollama: {
    toolName: "letters-digits-dashes",
    maxTools: OPENAI_MAX_TOOLS,
    schema: "flat",
    reasoning: "this-turn",
    pictures: {
      types: ["image/png", "image/jpeg"],
      maxEdge: 1_568,
      maxBytes: 5 * MB,
      budgetBytes: 20 * MB,
      // Each takes hundreds of tokens of a small window.
      maxCount: 16,
      // The prompts of many local models have no place for a picture in a tool's answer.
      insideResults: false,
    },
  },
  "openai-compatible": {
    toolName: "letters-digits-dashes",
    maxTools: OPENAI_MAX_TOOLS,
    schema: "full",
    reasoning: "this-turn",
    pictures: {
      types: ALL_TYPES,
      maxEdge: 2_048,
      maxBytes: 5 * MB,
      budgetBytes: 20 * MB,
      maxCount: 50,
      insideResults: false,
    },
  },
};

export function wireRules(provider: RemoteProvider): WireRules {
  return RULES[provider];
}
