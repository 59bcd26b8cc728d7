import type { ToolCall } from "../../../src-preload/model/tool-call.ts";
import type { ModelBlock } from "../../../src-preload/model/content.ts";

/** A call with all that is known of it, for the clipboard. */
export function callJson(call: ToolCall): string {
  const { server, tool, state, result, failure } = call;
  return pretty({ server, tool, arguments: call.arguments, state, result, failure });
}

/** The result's blocks as the server sent them. */
export function sentJson(call: ToolCall): string {
  return pretty(call.result?.content ?? []);
}

/** What the model was told, as one text. Pictures are shown by themselves. */
export function modelText(blocks: readonly ModelBlock[]): string {
  return blocks.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
}

function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
