import { isPicture, type Picture } from "../../../src-preload/model/content.ts";
import type { ToolCall } from "../../../src-preload/model/tool-call.ts";
import type { Thread } from "../../state/thread.ts";

/** A picture with the call that brought it. */
export interface TakenPicture {
  readonly picture: Picture;
  readonly call: ToolCall;
}

/** The pictures that a call brought, in the server's order. */
export function picturesOfCall(call: ToolCall): readonly Picture[] {
  return call.result?.content.filter(isPicture) ?? [];
}

/** Every picture of a conversation, the earliest first. */
export function picturesOf(thread: Thread): readonly TakenPicture[] {
  return thread.messages
    .flatMap(({ parts }) => parts)
    .flatMap((part) => (part.type === "tool-call" ? [thread.toolCalls[part.callId]] : []))
    .flatMap((call) => (call ? picturesOfCall(call).map((picture) => ({ picture, call })) : []));
}
