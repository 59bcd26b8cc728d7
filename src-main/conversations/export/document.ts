import { isPicture, type Picture } from "../../../src-preload/model/content.ts";
import type { Message } from "../../../src-preload/model/message.ts";
import type { ToolCall } from "../../../src-preload/model/tool-call.ts";
import { resultForModel } from "../../agent/transcript.ts";
import type { ExportedConversation } from "./exported-conversation.ts";

/** A conversation as it is read from top to bottom. */
export interface ExportDocument {
  readonly title: string;
  /** What the reader has to know of it; null for nothing. */
  readonly note: string | null;
  readonly entries: readonly DocumentEntry[];
}

export interface DocumentEntry {
  readonly who: string;
  /** As a person reads it. */
  readonly when: string;
  readonly blocks: readonly DocumentBlock[];
}

export type DocumentBlock =
  | { readonly kind: "text"; readonly text: string }
  | {
      readonly kind: "call";
      readonly name: string;
      readonly state: string;
      readonly arguments: string;
      readonly result: string;
    }
  | { readonly kind: "picture"; readonly picture: Picture };

const REDACTED_NOTE = "Secrets that stood in this conversation were blacked out.";

export function documentOf(exported: ExportedConversation): ExportDocument {
  const calls = new Map(exported.toolCalls.map((call) => [call.id, call]));
  return {
    title: exported.title,
    note: exported.redacted ? REDACTED_NOTE : null,
    entries: exported.messages.map((message) => entryOf(message, calls)),
  };
}

function entryOf(message: Message, calls: ReadonlyMap<string, ToolCall>): DocumentEntry {
  return {
    who: message.role === "user" ? "You" : "Assistant",
    when: `${new Date(message.createdAt).toISOString().slice(0, 16).replace("T", " ")} UTC`,
    blocks: message.parts.flatMap((part): readonly DocumentBlock[] => {
      // What a model thought is its provider's and no part of the conversation.
      if (part.type === "reasoning") return [];
      if (part.type === "text")
        return part.text.trim() === "" ? [] : [part].map(({ text }) => ({ kind: "text", text }));
      const call = calls.get(part.callId);
      return call ? blocksOf(call) : [];
    }),
  };
}

function blocksOf(call: ToolCall): readonly DocumentBlock[] {
  const result = resultForModel(call).flatMap((block) =>
    block.type === "text" ? [block.text] : [],
  );
  const pictures = (call.result?.content ?? []).filter(isPicture);
  return [
    {
      kind: "call",
      name: call.server === null ? call.tool : `${call.server}: ${call.tool}`,
      state: call.state,
      arguments: JSON.stringify(call.arguments, null, 2),
      result: result.join("\n"),
    },
    ...pictures.map((picture) => ({ kind: "picture" as const, picture })),
  ];
}
