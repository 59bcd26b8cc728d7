import type { ModelBlock } from "../../src-preload/model/content.ts";
import type { Message } from "../../src-preload/model/message.ts";
import type { ToolCall } from "../../src-preload/model/tool-call.ts";
import { assertNever } from "../base/assert-never.ts";
import type { AssistantPart, TranscriptEntry } from "./ports.ts";

/**
 * What the model is sent of a conversation: every message in order, and after each answer with
 * calls a result for every one of them, also for those that never ran (M29).
 */
export function buildTranscript(
  messages: readonly Message[],
  calls: readonly ToolCall[],
): readonly TranscriptEntry[] {
  const byId = new Map(calls.map((call) => [call.id, call]));
  return messages.flatMap((message) => entriesOf(message, byId));
}

function entriesOf(
  message: Message,
  byId: ReadonlyMap<string, ToolCall>,
): readonly TranscriptEntry[] {
  if (message.role === "user") return [{ role: "user", text: textOf(message) }];
  const parts = withoutLastReasoning(
    message.parts.flatMap((part) => toAssistantPart(part, message.complete, byId)),
  );
  if (parts.length === 0) return [];
  const answer: TranscriptEntry = { role: "assistant", parts };
  const calls = callsIn(message, byId);
  return calls.length === 0 ? [answer] : [answer, { role: "tool", results: calls.map(resultOf) }];
}

/** Providers refuse an answer that ends with reasoning: that of an empty answer, or before a lost call. */
function withoutLastReasoning(parts: readonly AssistantPart[]): readonly AssistantPart[] {
  return parts.slice(0, parts.findLastIndex((part) => part.type !== "reasoning") + 1);
}

function textOf(message: Message): string {
  return message.parts.map((part) => (part.type === "text" ? part.text : "")).join("\n");
}

function callsIn(message: Message, byId: ReadonlyMap<string, ToolCall>): readonly ToolCall[] {
  return message.parts.flatMap((part) => {
    const call = part.type === "tool-call" ? byId.get(part.callId) : undefined;
    return call ? [call] : [];
  });
}

function toAssistantPart(
  part: Message["parts"][number],
  complete: boolean,
  byId: ReadonlyMap<string, ToolCall>,
): readonly AssistantPart[] {
  switch (part.type) {
    case "text":
      return part.text.trim() === "" ? [] : [part];
    case "reasoning":
      // Providers take reasoning back only whole and with their own mark on it.
      return complete && part.providerData !== undefined ? [part] : [];
    case "tool-call": {
      const call = byId.get(part.callId);
      if (!call) return [];
      const { wireId, name } = call;
      return [{ type: "tool-call", callId: wireId, name, arguments: call.arguments }];
    }
    default:
      return assertNever(part);
  }
}

function resultOf(call: ToolCall) {
  const isError = call.result ? call.result.isError : true;
  return { callId: call.wireId, name: call.name, isError, content: resultForModel(call) };
}

/** What the model reads as the result of a call, whatever became of it. */
export function resultForModel(call: ToolCall): readonly ModelBlock[] {
  return call.result ? call.result.model : [{ type: "text", text: whyNoResult(call) }];
}

function whyNoResult(call: ToolCall): string {
  switch (call.state) {
    case "denied":
      return (
        call.failure?.message ??
        "The person did not allow this call. Do not repeat it; go on without it or ask what they want instead."
      );
    case "stopped":
      return "The person stopped this call before it had a result.";
    case "skipped":
      return call.failure?.message ?? "This call was not run.";
    case "outcome-unknown":
      return "The app ended while this call ran, so its outcome is unknown. Look at the page or the files before you do it again.";
    case "writing":
    case "queued":
    case "awaiting-approval":
    case "running":
      return "This call has no result.";
    case "done":
    case "failed":
    case "timed-out":
      return call.failure?.message ?? "This call has no result.";
    default:
      return assertNever(call.state);
  }
}
