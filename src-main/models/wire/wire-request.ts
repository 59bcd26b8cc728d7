import type { AssistantPart, JsonObject } from "../../agent/ports.ts";

/** A tool as this provider is told of it. */
export interface WireTool {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonObject;
}

export interface WirePicture {
  readonly type: "picture";
  readonly mimeType: string;
  readonly bytes: Buffer;
}

export type WireBlock = { readonly type: "text"; readonly text: string } | WirePicture;

export interface WireResult {
  readonly callId: string;
  readonly name: string;
  readonly isError: boolean;
  readonly blocks: readonly WireBlock[];
}

export type WireEntry =
  | { readonly role: "user"; readonly blocks: readonly WireBlock[] }
  | { readonly role: "assistant"; readonly parts: readonly AssistantPart[] }
  | { readonly role: "tool"; readonly results: readonly WireResult[] };

/** A request with everything in it made to fit one provider; what sends it changes nothing any more. */
export interface WireRequest {
  readonly instructions: string;
  readonly entries: readonly WireEntry[];
  readonly tools: readonly WireTool[];
}
