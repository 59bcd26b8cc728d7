import type { ContentBlock, ModelBlock, Picture } from "../../../src-preload/model/content.ts";
import { asText, isBlock, oneLine, type Block } from "./block.ts";
import { base64Bytes, decodeBase64 } from "./decode-base64.ts";
import { describeUnknown } from "./unknown-block.ts";

/** Bytes in a block that are kept as a file from this size on; fewer may stay in it. */
const MAX_INLINE_BYTES = 4 * 1_024;

export interface BlockKeeping {
  /** Keeps a picture's bytes as a file; null when they are no picture that can be shown. */
  readonly keepPicture: (bytes: Buffer, mimeType: string) => Picture | null;
  /** Keeps other bytes; returns the file's name, its SHA-256. */
  readonly keepFile: (bytes: Buffer) => string;
  /** Completes a text for the model, for example with what the server wrote to a file (M22). */
  readonly completeText: (text: string) => string;
}

export interface MappedBlock {
  /** As the server sent it, but for bytes, which are files. */
  readonly content: ContentBlock;
  readonly model: ModelBlock;
  /** Whether the model gets words that the server meant to be read. */
  readonly isText: boolean;
}

/** One block of a result, by the table of M21. */
export function mapBlock(block: Block, keeping: BlockKeeping): MappedBlock {
  switch (block["type"]) {
    case "text":
      return mapText(block, keeping);
    case "image":
      return mapImage(block, keeping);
    case "audio":
      return mapAudio(block, keeping);
    case "resource":
      return mapResource(block, keeping);
    case "resource_link":
      return line(typed(block), describeLink(block));
    default:
      return line(typed(block), describeUnknown(block));
  }
}

function mapText(block: Block, { completeText }: BlockKeeping): MappedBlock {
  return words(typed(block), completeText(asText(block["text"])));
}

function mapImage(block: Block, { keepPicture }: BlockKeeping): MappedBlock {
  // Only what the app itself has kept is a file of its: a server's word for it is none.
  const { data, file: _file, ...rest } = block;
  const bytes = typeof data === "string" ? decodeBase64(data) : null;
  const picture = bytes && keepPicture(bytes, asText(block["mimeType"]));
  if (picture) return { content: { ...rest, ...picture }, model: picture, isText: false };
  const size = bytes?.length ?? base64Bytes(data);
  const content = { ...rest, type: "image", omitted: true, bytes: size };
  return line(content, `[image omitted: ${typeOf(block)}, ${size} bytes]`);
}

function mapAudio(block: Block, keeping: BlockKeeping): MappedBlock {
  const size = base64Bytes(block["data"]);
  const content = { ...withFile(block, "data", keeping), type: "audio" };
  return line(content, `[audio omitted: ${typeOf(block)}, ${size} bytes]`);
}

function mapResource(block: Block, keeping: BlockKeeping): MappedBlock {
  const resource = isBlock(block["resource"]) ? block["resource"] : {};
  const uri = oneLine(resource["uri"]);
  if (typeof resource["text"] === "string") {
    return words(typed(block), `Resource ${uri}:\n${resource["text"]}`);
  }
  const size = base64Bytes(resource["blob"]);
  const kept = { ...block, type: "resource", resource: withFile(resource, "blob", keeping) };
  return line(kept, `[resource ${uri}: ${typeOf(resource)}, ${size} bytes omitted]`);
}

/** Type and size where the server tells them. */
function describeLink(block: Block): string {
  const size = typeof block["size"] === "number" ? `${block["size"]} bytes` : "";
  const about = [oneLine(block["name"]), oneLine(block["mimeType"]), size].filter(Boolean);
  return `Resource link: ${oneLine(block["uri"])} (${about.join(", ")})`;
}

/** The block with its bytes as a file, if there are many and they can be read. */
function withFile(block: Block, member: string, { keepFile }: BlockKeeping): Block {
  const { [member]: data, file: _file, ...rest } = block;
  if (typeof data !== "string" || base64Bytes(data) <= MAX_INLINE_BYTES) return block;
  const bytes = decodeBase64(data);
  return bytes ? { ...rest, file: keepFile(bytes), bytes: bytes.length } : block;
}

function typed(block: Block): ContentBlock {
  return { ...block, type: typeof block["type"] === "string" ? block["type"] : "unknown" };
}

const typeOf = (block: Block): string => oneLine(block["mimeType"]) || "unknown type";

function words(content: ContentBlock, text: string): MappedBlock {
  return { content, model: { type: "text", text }, isText: text.trim() !== "" };
}

function line(content: ContentBlock, text: string): MappedBlock {
  return { content, model: { type: "text", text }, isText: false };
}
