import type { ContentBlock, ModelBlock, Picture } from "../../../src-preload/model/content.ts";
import type { ToolResult } from "../../../src-preload/model/tool-call.ts";
import { capText } from "./cap-text.ts";

export type Block = Readonly<Record<string, unknown>>;

export interface ResultMapping {
  /** Keeps a picture's bytes as a file; null when they are no picture that can be shown. */
  readonly keepPicture: (bytes: Buffer, mimeType: string) => Picture | null;
  /** Completes a text for the model, for example with what the server wrote to a file (M22). */
  readonly completeText: (text: string) => string;
}

/**
 * What a server answered, as it is kept and shown (the blocks as sent, with pictures as files) and
 * as the model gets it (M21).
 */
export function mapResult(
  raw: Readonly<Record<string, unknown>>,
  mapping: ResultMapping,
): ToolResult {
  const blocks = Array.isArray(raw["content"]) ? raw["content"].filter(isBlock) : [];
  const content = blocks.map((block) => keepBytes(block, mapping));
  const model = mergeTexts(content.flatMap((block) => toModel(block, mapping)));
  return {
    isError: raw["isError"] === true,
    content,
    model: model.length > 0 ? model : [{ type: "text", text: withoutText(raw) }],
  };
}

const isBlock = (value: unknown): value is Block =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/** Bytes are kept once, as a file; a picture that is none stays visible as what it claims to be. */
function keepBytes(block: Block, { keepPicture }: ResultMapping): ContentBlock {
  const type = typeof block["type"] === "string" ? block["type"] : "unknown";
  if (type !== "image" || typeof block["data"] !== "string") return { ...block, type };
  const { data, ...rest } = block;
  // Some servers send what a web page would hold instead of the bytes alone.
  const bytes = Buffer.from(data.replace(/^data:[^,]{0,200};base64,/, ""), "base64");
  const picture = keepPicture(bytes, asText(block["mimeType"]));
  if (picture) return { ...rest, ...picture };
  return { ...rest, type: "image", omitted: true, bytes: bytes.length };
}

function toModel(block: ContentBlock, { completeText }: ResultMapping): readonly ModelBlock[] {
  const text = (value: string): readonly ModelBlock[] => [{ type: "text", text: value }];
  switch (block.type) {
    case "text":
      return text(completeText(asText(block["text"])));
    case "image":
      if (typeof block["file"] === "string") return [block as ContentBlock & Picture];
      return text(`[image omitted: ${asText(block["mimeType"])}, ${asText(block["bytes"])} bytes]`);
    case "audio":
      return text(
        `[audio omitted: ${asText(block["mimeType"])}, ${base64Bytes(block["data"])} bytes]`,
      );
    case "resource":
      return text(describeResource(block["resource"]));
    case "resource_link":
      return text(`Resource link: ${asText(block["uri"])} (${asText(block["name"])})`);
    default:
      return text(JSON.stringify(block));
  }
}

function describeResource(resource: unknown): string {
  const { uri, text, mimeType, blob } = isBlock(resource) ? resource : {};
  if (typeof text === "string") return `Resource ${asText(uri)}:\n${text}`;
  return `[resource ${asText(uri)}: ${asText(mimeType)}, ${base64Bytes(blob)} bytes omitted]`;
}

function base64Bytes(data: unknown): number {
  return typeof data === "string" ? Buffer.byteLength(data, "base64") : 0;
}

/** Texts that stand together become one, capped as one; pictures keep their place between them. */
function mergeTexts(blocks: readonly ModelBlock[]): readonly ModelBlock[] {
  const merged: ModelBlock[] = [];
  for (const block of blocks) {
    const last = merged.at(-1);
    if (block.type === "text" && last?.type === "text") {
      merged[merged.length - 1] = { type: "text", text: `${last.text}\n${block.text}` };
    } else {
      merged.push(block);
    }
  }
  return merged.map((block) =>
    block.type === "text" ? { ...block, text: capText(block.text).text } : block,
  );
}

/** A result may have structured content alone, or nothing at all. */
function withoutText(raw: Readonly<Record<string, unknown>>): string {
  const structured = raw["structuredContent"];
  return structured === undefined
    ? "(no content)"
    : capText(JSON.stringify(structured, null, 2)).text;
}

function asText(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
