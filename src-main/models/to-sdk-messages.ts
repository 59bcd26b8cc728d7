import type { ModelMessage, ProviderMetadata, ToolResultPart } from "ai";
import type { AssistantPart } from "../agent/ports.ts";
import type { RemoteProvider } from "./model-address.ts";
import { isObject } from "./wire/json.ts";
import type { WireBlock, WireEntry, WireResult } from "./wire/wire-request.ts";

type AssistantContent = Exclude<Extract<ModelMessage, { role: "assistant" }>["content"], string>;
type UserContent = Extract<ModelMessage, { role: "user" }>["content"];
type ToolOutput = ToolResultPart["output"];

/** Says what `isError` says where the provider has no place for it. */
const REPORTED_ERROR = "The tool reported an error:";

/** Providers whose requests have a place for “this result is an error”, as long as it is all text. */
const KNOW_ERRORS: readonly RemoteProvider[] = ["anthropic", "google"];

export interface SdkTarget {
  readonly provider: RemoteProvider;
  /** What the provider told about its own calls and wants back with them, by their ids. */
  readonly callData: ReadonlyMap<string, ProviderMetadata>;
}

/** What has been made to fit the provider, in the form in which the SDK sends it; nothing is added. */
export function toSdkMessages(entries: readonly WireEntry[], target: SdkTarget): ModelMessage[] {
  const messages = entries.map((entry) => toMessage(entry, target));
  return target.provider === "anthropic" ? withBreakpoints(messages) : messages;
}

function toMessage(entry: WireEntry, target: SdkTarget): ModelMessage {
  switch (entry.role) {
    case "user":
      return { role: "user", content: userContent(entry.blocks) };
    case "assistant":
      return { role: "assistant", content: entry.parts.map((part) => toPart(part, target)) };
    case "tool":
      return { role: "tool", content: entry.results.map((result) => toResult(result, target)) };
  }
}

function userContent(blocks: readonly WireBlock[]): UserContent {
  const [first, ...more] = blocks;
  if (first?.type === "text" && more.length === 0) return first.text;
  return blocks.map((block) =>
    block.type === "text" ? block : { type: "file", mediaType: block.mimeType, data: block.bytes },
  );
}

function toPart(part: AssistantPart, { callData }: SdkTarget): AssistantContent[number] {
  switch (part.type) {
    case "text":
      return { type: "text", text: part.text };
    case "reasoning":
      return { type: "reasoning", text: part.text, ...optionsOf(part.providerData) };
    case "tool-call": {
      const { callId, name, arguments: input } = part;
      return {
        type: "tool-call",
        toolCallId: callId,
        toolName: name,
        input,
        ...optionsOf(callData.get(callId)),
      };
    }
  }
}

function optionsOf(data: unknown): { readonly providerOptions?: ProviderMetadata } {
  return isObject(data) ? { providerOptions: data as ProviderMetadata } : {};
}

function toResult(result: WireResult, { provider }: SdkTarget): ToolResultPart {
  return {
    type: "tool-result",
    toolCallId: result.callId,
    toolName: result.name,
    output: toOutput(result, KNOW_ERRORS.includes(provider)),
  };
}

function toOutput({ blocks, isError }: WireResult, knowsErrors: boolean): ToolOutput {
  const isText = blocks.every((block) => block.type === "text");
  const marked: readonly WireBlock[] =
    isError && !(isText && knowsErrors)
      ? [{ type: "text", text: REPORTED_ERROR }, ...blocks]
      : blocks;
  if (!isText) return { type: "content", value: marked.map(outputBlock) };
  const value = marked.map((block) => (block.type === "text" ? block.text : "")).join("\n");
  return { type: isError ? "error-text" : "text", value };
}

function outputBlock(block: WireBlock): Extract<ToolOutput, { type: "content" }>["value"][number] {
  if (block.type === "text") return block;
  const data = { type: "data" as const, data: block.bytes.toString("base64") };
  return { type: "file", mediaType: block.mimeType, data };
}

/** Up to here the provider keeps what it has read, and reads it from its cache the next time. */
export const cacheBreakpoint: ProviderMetadata = {
  anthropic: { cacheControl: { type: "ephemeral" } },
};

/**
 * Marks the end of what is sent, for the next step to begin from, and the end of the step before,
 * where this one finds what was kept: a long turn pays for its front once.
 */
function withBreakpoints(messages: readonly ModelMessage[]): ModelMessage[] {
  const own = messages.flatMap((message, index) => (message.role === "assistant" ? [] : [index]));
  const marked = new Set(own.slice(-2));
  return messages.map((message, index) =>
    marked.has(index) ? { ...message, providerOptions: cacheBreakpoint } : message,
  );
}
