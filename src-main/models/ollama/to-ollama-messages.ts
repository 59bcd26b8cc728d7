import type { AssistantPart, JsonObject } from "../../agent/ports.ts";
import type { WireBlock, WireEntry, WireRequest, WireTool } from "../wire/wire-request.ts";

/** A message of Ollama's `/api/chat`. */
export interface OllamaMessage {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content: string;
  readonly thinking?: string;
  /** In base64, without a type. */
  readonly images?: readonly string[];
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: JsonObject };
  }[];
  readonly tool_name?: string;
  readonly tool_call_id?: string;
}

/** Ollama's messages have no place for “this result is an error”. */
const REPORTED_ERROR = "The tool reported an error:";

export function toOllamaMessages({ instructions, entries }: WireRequest): OllamaMessage[] {
  return [{ role: "system", content: instructions }, ...entries.flatMap(toMessages)];
}

export function toOllamaTools(tools: readonly WireTool[]) {
  return tools.map(({ name, description, schema }) => ({
    type: "function",
    function: { name, description, parameters: schema },
  }));
}

function toMessages(entry: WireEntry): OllamaMessage[] {
  switch (entry.role) {
    case "user":
      return [{ role: "user", content: textOf(entry.blocks), ...imagesOf(entry.blocks) }];
    case "assistant":
      return [answer(entry.parts)];
    case "tool":
      return entry.results.map((result) => ({
        role: "tool",
        content: (result.isError ? `${REPORTED_ERROR}\n` : "") + textOf(result.blocks),
        ...imagesOf(result.blocks),
        tool_name: result.name,
        tool_call_id: result.callId,
      }));
  }
}

function answer(parts: readonly AssistantPart[]): OllamaMessage {
  const texts = (type: "text" | "reasoning") =>
    parts.flatMap((part) => (part.type === type ? [part.text] : [])).join("\n\n");
  const calls = parts.filter((part) => part.type === "tool-call");
  const thinking = texts("reasoning");
  return {
    role: "assistant",
    content: texts("text"),
    ...(thinking === "" ? {} : { thinking }),
    ...(calls.length === 0
      ? {}
      : {
          tool_calls: calls.map((call) => ({
            id: call.callId,
            function: { name: call.name, arguments: call.arguments },
          })),
        }),
  };
}

function textOf(blocks: readonly WireBlock[]): string {
  return blocks.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
}

function imagesOf(blocks: readonly WireBlock[]): Pick<OllamaMessage, "images"> {
  const images = blocks.flatMap((block) =>
    block.type === "picture" ? [block.bytes.toString("base64")] : [],
  );
  return images.length === 0 ? {} : { images };
}
