import type { ContentBlock, ModelBlock, Picture } from "../../../src-preload/model/content.ts";
import type { ToolResult } from "../../../src-preload/model/tool-call.ts";
import { capKeptText, capText } from "./cap-text.ts";

export type Block = Readonly<Record<string, unknown>>;

export interface ResultMapping {
  /** Keeps a picture's bytes as a file; null when they are no picture that can be shown. */
  readonly keepPicture: (bytes: Buffer, mimeType: string) => Picture | null;
  /** Keeps the bytes of a long text, or of a sound or another attachment, as a file, and says which. */
  readonly keepLong: (bytes: Uint8Array) => KeptFile;
  /** Completes a text for the model, for example with what the server wrote to a file (M22). */
  readonly completeText: (text: string) => string;
}

/** A file that is named by the SHA-256 of its bytes; `place` is its path from the data folder. */
export interface KeptFile {
  readonly file: string;
  readonly bytes: number;
  readonly place: string;
}

/** Attachments in base64 that are shorter stay where they are; in characters. */
const SHORT_ATTACHMENT_CHARS = 4_096;

/**
 * What a server answered, as it is kept and shown (the blocks as sent, with pictures as files) and
 * as the model gets it (M21).
 */
export function mapResult(
  raw: Readonly<Record<string, unknown>>,
  mapping: ResultMapping,
): ToolResult {
  const blocks = Array.isArray(raw["content"]) ? raw["content"].filter(isBlock) : [];
  const kept = blocks.map((sent) => ({ sent, block: keepBytes(sent, mapping) }));
  const content = kept.map(({ block }) => block);
  const model = mergeTexts(kept.flatMap(({ sent, block }) => toModel(block, sent, mapping)));
  return {
    isError: raw["isError"] === true,
    content,
    model: model.length > 0 ? model : [{ type: "text", text: withoutText(raw) }],
  };
}

const isBlock = (value: unknown): value is Block =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/**
 * Bytes are kept once, as a file: a picture's, a long text's, a sound's. A block of which `whole` names
 * the file has head and tail of its text, or nothing in place of its bytes.
 */
function keepBytes(sent: Block, mapping: ResultMapping): ContentBlock {
  const type = typeof sent["type"] === "string" ? sent["type"] : "unknown";
  // The member says where our own file is, so that a server may not say it.
  const { whole: _foreign, ...block }: Typed = { ...sent, type };
  switch (type) {
    case "image":
      return keepPicture(block, mapping);
    case "text":
      return keepText(block, mapping);
    case "audio":
      return keepAttachment(block, "data", mapping);
    case "resource": {
      const { resource } = sent;
      if (!isBlock(resource)) return block;
      const inner = keepAttachment(keepText(resource, mapping), "blob", mapping);
      return { ...block, resource: inner };
    }
    default:
      return block;
  }
}

type Typed = Block & { readonly type: string };

/** A picture that is none stays visible as what it claims to be. */
function keepPicture(block: Typed, mapping: ResultMapping): ContentBlock {
  const { data, ...rest } = block;
  if (typeof data !== "string") return block;
  const bytes = Buffer.from(data, "base64");
  const picture = mapping.keepPicture(bytes, asText(block["mimeType"]));
  return picture ? { ...rest, ...picture } : { ...rest, omitted: true, bytes: bytes.length };
}

function keepText<T extends Block>(block: T, { keepLong }: ResultMapping): T {
  if (typeof block["text"] !== "string") return block;
  let whole: KeptFile | null = null;
  const { text } = capKeptText(block["text"], (all) => {
    whole = keepLong(Buffer.from(all));
    return whole.place;
  });
  return whole === null ? block : { ...block, text, whole: nameOf(whole) };
}

function keepAttachment<T extends Block>(block: T, name: string, { keepLong }: ResultMapping): T {
  const data = block[name];
  if (typeof data !== "string" || data.length < SHORT_ATTACHMENT_CHARS) return block;
  const whole = keepLong(Buffer.from(data, "base64"));
  return { ...block, [name]: "", whole: nameOf(whole) };
}

function nameOf({ file, bytes }: KeptFile) {
  return { file, bytes };
}

function toModel(
  block: ContentBlock,
  sent: Block,
  { completeText }: ResultMapping,
): readonly ModelBlock[] {
  const text = (value: string): readonly ModelBlock[] => [{ type: "text", text: value }];
  switch (block.type) {
    case "text": {
      // Completed before it is cut: what is to be completed may stand in the middle.
      const all = asText(sent["text"]);
      const completed = completeText(all);
      return text(completed === all ? asText(block["text"]) : completed);
    }
    case "image":
      if (typeof block["file"] === "string") return [block as ContentBlock & Picture];
      return text(`[image omitted: ${asText(block["mimeType"])}, ${asText(block["bytes"])} bytes]`);
    case "audio":
      return text(
        `[audio omitted: ${asText(block["mimeType"])}, ${base64Bytes(sent["data"])} bytes]`,
      );
    case "resource":
      return text(describeResource(block["resource"], sent["resource"]));
    case "resource_link":
      return text(`Resource link: ${asText(block["uri"])} (${asText(block["name"])})`);
    default:
      return text(JSON.stringify(block));
  }
}

function describeResource(resource: unknown, sent: unknown): string {
  const { uri, text, mimeType } = isBlock(resource) ? resource : {};
  const blob = isBlock(sent) ? sent["blob"] : undefined;
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
