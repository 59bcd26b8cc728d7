import type { Picture } from "../../../src-preload/model/content.ts";
import type { Message } from "../../../src-preload/model/message.ts";
import type { ToolCall } from "../../../src-preload/model/tool-call.ts";
import { noUsage, type Turn } from "../../../src-preload/model/turn.ts";
import type { ConversationRow } from "../../../src-main/store/tables/conversation-table.ts";

export function conversation(fields: Partial<ConversationRow> = {}): ConversationRow {
  return {
    id: "c1",
    title: "Portal check",
    createdAt: 1_000,
    updatedAt: 2_000,
    modelId: null,
    headless: true,
    unread: false,
    instructions: null,
    ...fields,
  };
}

export function turn(fields: Partial<Turn> = {}): Turn {
  return {
    id: "t1",
    conversationId: "c1",
    state: "finished",
    startedAt: 1_000,
    endedAt: 2_000,
    failure: null,
    usage: noUsage,
    ...fields,
  };
}

export function message(fields: Partial<Message> = {}): Message {
  return {
    id: "m1",
    conversationId: "c1",
    turnId: "t1",
    sequence: 1,
    role: "user",
    createdAt: 1_000,
    parts: [{ type: "text", text: "Check the portal" }],
    complete: true,
    ...fields,
  };
}

export function toolCall(fields: Partial<ToolCall> = {}): ToolCall {
  return {
    id: "call1",
    wireId: "toolu_01",
    conversationId: "c1",
    turnId: "t1",
    messageId: "m1",
    server: "playwright",
    tool: "browser_click",
    name: "browser_click",
    arguments: { target: "e12" },
    argumentsText: null,
    state: "done",
    page: { url: "https://example.com/", title: "Example" },
    progress: null,
    startedAt: 1_000,
    finishedAt: 2_000,
    result: { isError: false, content: [], model: [] },
    failure: null,
    ...fields,
  };
}

export function callWithPicture(picture: Picture, fields: Partial<ToolCall> = {}): ToolCall {
  return toolCall({
    result: { isError: false, content: [picture], model: [picture] },
    ...fields,
  });
}
