import type { ContentBlock, ModelBlock } from "../../../src-preload/model/content.ts";
import type { ToolResult } from "../../../src-preload/model/tool-call.ts";
import { asText, blocksOf, type Block } from "./block.ts";
import { capText, DEFAULT_TEXT_LIMITS, type TextLimits } from "./cap-text.ts";
import { mapBlock, type BlockKeeping, type MappedBlock } from "./map-block.ts";
import { misfitOf } from "./output-schema.ts";

export interface ResultMapping extends BlockKeeping {
  /** Keeps a text that is too long for the model; returns where it is, in words for the model. */
  readonly keepText: (text: string) => KeptText;
  /** Narrower limits of the model that is to read it; absent, those of M21. */
  readonly limits?: TextLimits;
  /** What the tool says its structured content looks like; absent, it is not checked. */
  readonly outputSchema?: unknown;
}

export interface KeptText {
  /** SHA-256 of its bytes, by which it is found again. */
  readonly file: string;
  readonly bytes: number;
  /** Where a person, or a program, finds it. */
  readonly place: string;
}

/**
 * What a server answered, as it is kept and shown (the blocks as sent, with bytes and long texts as
 * files) and as the model gets it (M21). Nothing that a server sends makes it throw but a file that
 * cannot be written.
 */
export function mapResult(raw: Block, mapping: ResultMapping): ToolResult {
  const shallow = isShallow(raw) ? raw : tooDeep(raw);
  const isError = shallow["isError"] === true;
  const blocks = withStructured(shallow, blocksOf(shallow["content"]).map(mapWith(mapping)));
  const misfit = misfitOf(shallow, mapping.outputSchema);
  return {
    isError,
    content: blocks.map(({ content }) => withoutLongText(content, mapping)),
    ...modelView(blocks, isError, mapping),
    ...(misfit === null ? {} : { notes: [misfit] }),
  };
}

const mapWith = (mapping: ResultMapping) => (block: Block) => mapBlock(block, mapping);

/** Structured content says again what the text says: it counts where there is no text (B7.3). */
function withStructured(raw: Block, blocks: readonly MappedBlock[]): readonly MappedBlock[] {
  const structured = raw["structuredContent"];
  if (structured === undefined || structured === null) return blocks;
  if (blocks.some(({ isText }) => isText)) return blocks;
  const text = JSON.stringify(structured);
  const block: ContentBlock = { type: "text", text };
  return [...blocks, { content: block, model: { type: "text", text }, isText: true }];
}

function modelView(
  blocks: readonly MappedBlock[],
  isError: boolean,
  { limits = DEFAULT_TEXT_LIMITS, keepText }: ResultMapping,
): Pick<ToolResult, "model" | "fullText"> {
  const merged = mergeTexts(blocks.map(({ model }) => model).filter(isNotBlank));
  if (merged.length === 0) {
    const text = isError ? "(an error without content)" : "(no content)";
    return { model: [{ type: "text", text }] };
  }
  const all = merged.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
  if (!capText(all, limits).truncated) return { model: merged.map(wellFormed) };
  const { place, file, bytes } = keepText(all);
  const { text } = capText(all, limits, place);
  // The limit is one for all texts: of more than fits, the pictures follow what is left.
  const pictures = merged.filter(({ type }) => type === "image");
  return { model: [{ type: "text", text }, ...pictures], fullText: { file, bytes } };
}

/** Some providers refuse a text of blanks alone. */
const isNotBlank = (block: ModelBlock) => block.type !== "text" || block.text.trim() !== "";

/** Texts that stand together become one; pictures keep their place between them. */
function mergeTexts(blocks: readonly ModelBlock[]): readonly ModelBlock[] {
  const merged: (ModelBlock | string[])[] = [];
  for (const block of blocks) {
    const last = merged.at(-1);
    if (block.type !== "text") merged.push(block);
    else if (Array.isArray(last)) last.push(block.text);
    else merged.push([block.text]);
  }
  return merged.map((block) => (Array.isArray(block) ? joined(block) : block));
}

const joined = (texts: readonly string[]): ModelBlock => ({ type: "text", text: texts.join("\n") });

/** Half a surrogate pair makes a request that no provider reads (B7.11). */
function wellFormed(block: ModelBlock): ModelBlock {
  return block.type === "text" ? { type: "text", text: Buffer.from(block.text).toString() } : block;
}

/** A long text is a file too, and what is left of it in the record is what a person sees at first (B7.9). */
function withoutLongText(block: ContentBlock, { keepText }: ResultMapping): ContentBlock {
  if (block.type !== "text" || typeof block["text"] !== "string") return block;
  const { file: _file, ...rest } = block;
  const capped = capText(block["text"]);
  if (!capped.truncated) return rest;
  const { file, bytes } = keepText(block["text"]);
  return { ...rest, text: capped.text, file, bytes, truncated: true };
}

/** Lists in lists in lists: nobody nests so deep, and JSON cannot be written back from much deeper. */
const MAX_DEPTH = 200;

function isShallow(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return false;
    level = level.flatMap((item) =>
      item !== null && typeof item === "object" ? (Object.values(item) as unknown[]) : [],
    );
  }
  return true;
}

/** What of such a result can be told. */
function tooDeep(raw: Block): Block {
  const texts = blocksOf(raw["content"]).filter(
    (block) => block["type"] === "text" && isShallow(block),
  );
  const note = `[the rest is nested deeper than ${MAX_DEPTH} levels and is left out]`;
  const content = [
    ...texts.map(({ text }) => ({ type: "text", text: asText(text) })),
    { type: "text", text: note },
  ];
  return { isError: raw["isError"], content };
}
