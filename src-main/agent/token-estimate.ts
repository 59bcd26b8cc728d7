import type { ModelBlock, Picture } from "../../src-preload/model/content.ts";
import type { Message } from "../../src-preload/model/message.ts";
import type { ToolCall } from "../../src-preload/model/tool-call.ts";
import type { OfferedTool } from "./ports.ts";
import { resultForModel } from "./transcript.ts";

/** Bytes of UTF-8 that make a token: of prose it is more, of page snapshots and JSON about this. */
const BYTES_PER_TOKEN = 3.5;

/** What a message or a result costs besides what is in it, in tokens. */
const ENVELOPE_TOKENS = 8;

/** What the marks around a result cost that say where it came from, in tokens. */
const FENCE_TOKENS = 50;

/** Providers scale a picture so that its longer side has so many pixels at most. */
const MAX_SIDE_PX = 1_568;

/** And count one token for so many pixels of it. */
const PIXELS_PER_TOKEN = 750;

/** A picture costs no more, and one of unknown size is taken to cost this. */
const MAX_PICTURE_TOKENS = 1_600;

/** About how many tokens a text has; by its bytes, so that it holds for any writing. */
export function textTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}

/** By its size on the screen: its bytes never reach the model as text. */
export function pictureTokens({ width, height }: Picture): number {
  if (width === null || height === null) return MAX_PICTURE_TOKENS;
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(width, height, 1));
  const pixels = width * scale * (height * scale);
  return Math.min(MAX_PICTURE_TOKENS, Math.ceil(pixels / PIXELS_PER_TOKEN));
}

export function toolTokens(tools: readonly OfferedTool[]): number {
  return sum(
    tools.map(
      ({ name, description, inputSchema }) =>
        textTokens(name + description + JSON.stringify(inputSchema)) + ENVELOPE_TOKENS,
    ),
  );
}

/** What the message itself costs; its calls and their results are counted with {@link callTokens}. */
export function messageTokens({ parts }: Message): number {
  return ENVELOPE_TOKENS + sum(parts.map(partTokens));
}

/** A call with its result. */
export function callTokens(call: ToolCall): number {
  const asked = textTokens(call.name + JSON.stringify(call.arguments));
  return asked + 2 * ENVELOPE_TOKENS + FENCE_TOKENS + sum(resultForModel(call).map(blockTokens));
}

function partTokens(part: Message["parts"][number]): number {
  switch (part.type) {
    case "text":
      return textTokens(part.text);
    case "reasoning":
      return textTokens(part.text + JSON.stringify(part.providerData ?? ""));
    case "tool-call":
      return 0;
  }
}

function blockTokens(block: ModelBlock): number {
  return block.type === "text" ? textTokens(block.text) : pictureTokens(block);
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
