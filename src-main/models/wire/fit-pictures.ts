import type { ModelBlock, Picture } from "../../../src-preload/model/content.ts";
import type { FittedEntry } from "./fit-transcript.ts";
import { note, preparePicture, type PictureTools } from "./prepare-picture.ts";
import type { WireBlock, WireEntry, WireResult } from "./wire-request.ts";

/** What the person's words, the model's abilities and the provider's earlier answers allow. */
export interface PictureChoice {
  /** False for a model that is known to take none. */
  readonly vision: boolean;
  /** Hashes of those that the provider has refused. */
  readonly refused: ReadonlySet<string>;
}

export interface FittedPictures {
  readonly entries: readonly WireEntry[];
  /** Hashes of the pictures that are sent. */
  readonly sent: readonly string[];
}

/** Prepares pictures for one model, each once, however often it is sent. */
export class PictureFitter {
  readonly #tools: PictureTools;
  readonly #prepared = new Map<string, Promise<WireBlock>>();

  constructor(tools: PictureTools) {
    this.#tools = tools;
  }

  /** The conversation with its pictures, or with notes where they cannot be sent (M21, B7.1). */
  async fit(entries: readonly FittedEntry[], choice: PictureChoice): Promise<FittedPictures> {
    const blocks = new Map<Picture, WireBlock>();
    const { maxCount, budgetBytes } = this.#tools.rules;
    const sent: string[] = [];
    let bytes = 0;
    // The newest first: they are what the model works on.
    for (const picture of picturesIn(entries).reverse()) {
      const block = await this.#block(picture, choice);
      const size = block.type === "picture" ? block.bytes.length : 0;
      const isOver = size > 0 && (sent.length >= maxCount || bytes + size > budgetBytes);
      if (size > 0 && !isOver) {
        sent.push(picture.file);
        bytes += size;
      }
      blocks.set(picture, isOver ? note(picture, TOO_MANY) : block);
    }
    const toWire = (block: ModelBlock): WireBlock =>
      block.type === "text" ? block : (blocks.get(block) ?? note(block, TOO_MANY));
    return { entries: this.#placed(entries, toWire), sent };
  }

  #block(picture: Picture, { vision, refused }: PictureChoice): Promise<WireBlock> {
    if (!vision) return Promise.resolve(note(picture, "shown to the user"));
    if (refused.has(picture.file)) {
      return Promise.resolve(note(picture, "refused by the provider, shown to the user"));
    }
    const known = this.#prepared.get(picture.file);
    if (known !== undefined) return known;
    const prepared = preparePicture(picture, this.#tools);
    this.#prepared.set(picture.file, prepared);
    return prepared;
  }

  #placed(
    entries: readonly FittedEntry[],
    toWire: (block: ModelBlock) => WireBlock,
  ): readonly WireEntry[] {
    const placed = entries.flatMap((entry): WireEntry[] => {
      if (entry.role === "assistant") return [entry];
      if (entry.role === "user") return [{ role: "user", blocks: entry.blocks.map(toWire) }];
      const results = entry.results.map((result): WireResult => ({
        ...result,
        blocks: result.blocks.map(toWire),
      }));
      return this.#tools.rules.insideResults
        ? [{ role: "tool", results }]
        : resultsThenPictures(results);
    });
    return withoutTwoInARow(placed);
  }
}

const TOO_MANY = "left out because there are newer ones, shown to the user";

function picturesIn(entries: readonly FittedEntry[]): Picture[] {
  return entries.flatMap((entry) => {
    if (entry.role === "assistant") return [];
    const blocks =
      entry.role === "user" ? entry.blocks : entry.results.flatMap((result) => result.blocks);
    return blocks.filter((block) => block.type === "image");
  });
}

/** All results as text, each picture as its number; then one message with the pictures (B12.5). */
function resultsThenPictures(results: readonly WireResult[]): WireEntry[] {
  const below: WireBlock[] = [];
  const place = (block: WireBlock): WireBlock => {
    if (block.type === "text") return block;
    const number = below.length / 2 + 1;
    below.push({ type: "text", text: `[image ${number}]` }, block);
    return { type: "text", text: `[image ${number} attached below]` };
  };
  const asText = results.map((result) => ({ ...result, blocks: result.blocks.map(place) }));
  const pictures: WireEntry[] = below.length === 0 ? [] : [{ role: "user", blocks: below }];
  return [{ role: "tool", results: asText }, ...pictures];
}

/** Two messages of one side in a row become one: some servers' prompts have no place for the second. */
function withoutTwoInARow(entries: readonly WireEntry[]): readonly WireEntry[] {
  const joined: WireEntry[] = [];
  for (const entry of entries) {
    const last = joined.at(-1);
    if (last?.role === "user" && entry.role === "user") {
      joined[joined.length - 1] = { role: "user", blocks: [...last.blocks, ...entry.blocks] };
    } else if (last?.role === "assistant" && entry.role === "assistant") {
      joined[joined.length - 1] = { role: "assistant", parts: [...last.parts, ...entry.parts] };
    } else {
      joined.push(entry);
    }
  }
  return joined;
}
