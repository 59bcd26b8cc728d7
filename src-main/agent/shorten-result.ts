import type { ModelBlock } from "../../src-preload/model/content.ts";
import type { ToolCall } from "../../src-preload/model/tool-call.ts";

/** How much of a result the model is still sent, from the most to the least. */
export const details = ["no-views", "short", "line"] as const;
export type Detail = (typeof details)[number];

/** Of a long text that is shortened so much stays, in characters, half of it from either end. */
const SHORT_CHARS = 4_000;

/** A page's tree of elements, as the browser server writes it into its results. */
const SNAPSHOT = /```yaml\n[\s\S]*?\n```/g;

const SNAPSHOT_LEFT_OUT = "[snapshot left out to save room; take a new one where you need it]";
const PICTURE_LEFT_OUT: ModelBlock = {
  type: "text",
  text: "[picture left out to save room; take a new one where you need it]",
};

/** Where the whole text of a result is kept for the model to read, from the workspace. */
export function resultFile({ id }: Pick<ToolCall, "id">): string {
  return `results/${id}.txt`;
}

/** All text of a result, as it was before anything was left out. */
export function resultText({ result }: ToolCall): string {
  const blocks = result?.model ?? [];
  return blocks.map((block) => (block.type === "text" ? block.text : "[picture]")).join("\n");
}

/** Whether the result shows how a page looked, in a picture or a snapshot: such go stale first. */
export function hasView({ result }: ToolCall): boolean {
  return (
    result?.model.some((block) => block.type === "image" || block.text.search(SNAPSHOT) >= 0) ??
    false
  );
}

/** The call with less of its result. A call without a result stays as it is. */
export function shortened(call: ToolCall, detail: Detail): ToolCall {
  if (!call.result) return call;
  return { ...call, result: { ...call.result, model: shortenedModel(call, detail) } };
}

function shortenedModel(call: ToolCall, detail: Detail): readonly ModelBlock[] {
  const blocks = call.result?.model ?? [];
  switch (detail) {
    case "no-views":
      return blocks.map(withoutView);
    case "short":
      return blocks.map(withoutView).map(cut);
    case "line":
      return isShort(blocks) ? blocks : [asLine(call)];
  }
}

function withoutView(block: ModelBlock): ModelBlock {
  if (block.type === "image") return PICTURE_LEFT_OUT;
  return { type: "text", text: block.text.replace(SNAPSHOT, SNAPSHOT_LEFT_OUT) };
}

function cut(block: ModelBlock): ModelBlock {
  if (block.type !== "text" || block.text.length <= SHORT_CHARS) return block;
  const { text } = block;
  const half = SHORT_CHARS / 2;
  const left = `[… ${text.length - SHORT_CHARS} characters left out to save room …]`;
  return { type: "text", text: `${text.slice(0, half)}\n${left}\n${text.slice(-half)}` };
}

/** A line in its place would save nothing. */
function isShort(blocks: readonly ModelBlock[]): boolean {
  return blocks.every((block) => block.type === "text" && block.text.length <= LINE_CHARS);
}

/** About what the line is long. */
const LINE_CHARS = 160;

function asLine(call: ToolCall): ModelBlock {
  const { length } = resultText(call);
  const file = resultFile(call);
  return {
    type: "text",
    text: `[result of ${length} characters left out to save room; it can be read in ${file}]`,
  };
}
