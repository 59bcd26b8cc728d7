import type { ModelMessage, ProviderMetadata, ToolResultPart } from "ai";
import type { AssistantPart, TranscriptEntry } from "../agent/ports.ts";
import type { ModelBlock, Picture } from "../../src-preload/model/content.ts";
import type { RemoteProvider } from "./model-address.ts";

type AssistantContent = Exclude<Extract<ModelMessage, { role: "assistant" }>["content"], string>;
type UserContent = Exclude<Extract<ModelMessage, { role: "user" }>["content"], string>;
type ToolEntry = Extract<TranscriptEntry, { role: "tool" }>;
type ToolOutput = ToolResultPart["output"];

/** Reads the bytes of a picture by the SHA-256 that names its file. */
export type ReadPicture = (sha256: string) => Buffer;

/** Stands where a server sent no content at all: some providers refuse an empty result. */
const NO_CONTENT = "The tool returned nothing.";

/** Says what `isError` says where the provider has no place for it beside a picture. */
const REPORTED_ERROR = "The tool reported an error:";

/**
 * The transcript in the form in which the SDK sends it to this provider. A chat-completions server
 * takes pictures from the user alone, so there they follow the results in a message of their own.
 */
export function toSdkMessages(
  transcript: readonly TranscriptEntry[],
  provider: RemoteProvider,
  readPicture: ReadPicture,
): ModelMessage[] {
  const lastQuestion = transcript.findLastIndex((entry) => entry.role === "user");
  return transcript.flatMap((entry, index) => {
    switch (entry.role) {
      case "user":
        return [{ role: "user", content: entry.text }];
      case "assistant":
        return assistantMessage(entry.parts, provider, index > lastQuestion);
      case "tool":
        return provider === "anthropic"
          ? [resultsWithPictures(entry, readPicture)]
          : resultsThenPictures(entry, readPicture);
    }
  });
}

/** Nothing at all when nothing of it can be sent: an empty message is refused. */
function assistantMessage(
  parts: readonly AssistantPart[],
  provider: RemoteProvider,
  ofThisTurn: boolean,
): ModelMessage[] {
  const content = parts.flatMap((part) => assistantContent(part, provider, ofThisTurn));
  return content.length === 0 ? [] : [{ role: "assistant", content }];
}

function assistantContent(
  part: AssistantPart,
  provider: RemoteProvider,
  ofThisTurn: boolean,
): AssistantContent {
  switch (part.type) {
    case "text":
      return part.text === "" ? [] : [{ type: "text", text: part.text }];
    case "reasoning":
      return provider === "anthropic" ? signedReasoning(part) : plainReasoning(part, ofThisTurn);
    case "tool-call":
      return [
        {
          type: "tool-call",
          toolCallId: part.callId,
          toolName: part.name,
          input: part.arguments,
        },
      ];
  }
}

type Reasoning = Extract<AssistantPart, { type: "reasoning" }>;

/** Anthropic takes its own reasoning back, known by its signature, and no other model's. */
function signedReasoning(part: Reasoning): AssistantContent {
  if (!isSigned(part.providerData)) return [];
  return [{ type: "reasoning", text: part.text, providerOptions: part.providerData }];
}

/**
 * Servers that reason between tool calls want it back until the turn ends; of earlier turns none
 * wants it, and some refuse it.
 */
function plainReasoning(part: Reasoning, ofThisTurn: boolean): AssistantContent {
  if (!ofThisTurn || part.text === "" || isSigned(part.providerData)) return [];
  return [{ type: "reasoning", text: part.text }];
}

function isSigned(providerData: unknown): providerData is ProviderMetadata {
  return typeof providerData === "object" && providerData !== null && "anthropic" in providerData;
}

function resultsWithPictures(entry: ToolEntry, readPicture: ReadPicture): ModelMessage {
  const content = entry.results.map((result) => ({
    type: "tool-result" as const,
    toolCallId: result.callId,
    toolName: result.name,
    output: outputWithPictures(result.content, result.isError, readPicture),
  }));
  return { role: "tool", content };
}

function outputWithPictures(
  content: readonly ModelBlock[],
  isError: boolean,
  readPicture: ReadPicture,
): ToolOutput {
  const hasPicture = content.some((block) => block.type === "image");
  if (isError && !hasPicture) return { type: "error-text", value: joined(content.map(textOnly)) };
  const blocks = content.map((block) => blockWithPicture(block, readPicture));
  const mark = isError ? [textBlock(REPORTED_ERROR)] : [];
  return {
    type: "content",
    value: blocks.length === 0 ? [textBlock(NO_CONTENT)] : [...mark, ...blocks],
  };
}

type OutputBlock = Extract<ToolOutput, { type: "content" }>["value"][number];

function blockWithPicture(block: ModelBlock, readPicture: ReadPicture): OutputBlock {
  if (block.type === "text") return textBlock(block.text);
  const bytes = bytesOf(block, readPicture);
  if (bytes === null) return textBlock(omitted(block));
  const data = { type: "data" as const, data: bytes.toString("base64") };
  return { type: "file", mediaType: block.mimeType, data };
}

function textBlock(text: string): OutputBlock {
  return { type: "text", text };
}

/** All results as text, each picture as its number; then one message with the pictures. */
function resultsThenPictures(entry: ToolEntry, readPicture: ReadPicture): ModelMessage[] {
  const pictures: UserContent = [];
  const place = (block: ModelBlock): string => {
    if (block.type === "text") return block.text;
    const bytes = bytesOf(block, readPicture);
    if (bytes === null) return omitted(block);
    const number = pictures.length / 2 + 1;
    pictures.push({ type: "text", text: `[image ${number}]` });
    pictures.push({ type: "file", mediaType: block.mimeType, data: bytes });
    return `[image ${number} attached below]`;
  };
  const results = entry.results.map((result) => ({
    type: "tool-result" as const,
    toolCallId: result.callId,
    toolName: result.name,
    output: {
      type: result.isError ? ("error-text" as const) : ("text" as const),
      value: joined(result.content.map(place)),
    },
  }));
  const below: ModelMessage[] = pictures.length === 0 ? [] : [{ role: "user", content: pictures }];
  return [{ role: "tool", content: results }, ...below];
}

function textOnly(block: ModelBlock): string {
  return block.type === "text" ? block.text : omitted(block);
}

function joined(texts: readonly string[]): string {
  return texts.length === 0 ? NO_CONTENT : texts.join("\n");
}

/** Null when the file is gone: a conversation has to go on without one of its pictures. */
function bytesOf(picture: Picture, readPicture: ReadPicture): Buffer | null {
  try {
    return readPicture(picture.file);
  } catch {
    return null;
  }
}

function omitted(picture: Picture): string {
  return `[image omitted: the file of this ${picture.mimeType} is missing]`;
}
