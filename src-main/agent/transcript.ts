import { ASK_PERSON_TOOL, isBuiltIn } from "../../src-preload/model/built-in.ts";
import type { ModelBlock } from "../../src-preload/model/content.ts";
import type { Message } from "../../src-preload/model/message.ts";
import type { ToolCall } from "../../src-preload/model/tool-call.ts";
import { assertNever } from "../base/assert-never.ts";
import { fence } from "./fence.ts";
import type { AssistantPart, TranscriptEntry } from "./ports.ts";

/**
 * What the model is sent of a conversation: every message in order, and after each answer with
 * calls a result for every one of them, also for those that never ran (M29). Whatever the records
 * hold, also after a crash or from an older version, every provider accepts it (B12.4, B12.6).
 */
export function buildTranscript(
  messages: readonly Message[],
  calls: readonly ToolCall[],
): readonly TranscriptEntry[] {
  const byId = new Map(calls.map((call) => [call.id, call]));
  const entries = messages.flatMap((message) => entriesOf(message, byId));
  const first = entries.findIndex(({ role }) => role === "user");
  return first < 0 ? [] : withoutTwoUsers(entries.slice(first));
}

function entriesOf(
  message: Message,
  byId: ReadonlyMap<string, ToolCall>,
): readonly TranscriptEntry[] {
  if (message.role === "user") return [{ role: "user", text: textOf(message) }];
  const calls = callsIn(message, byId);
  const said = message.parts.flatMap((part) => toSaidPart(part, message.complete));
  const parts = withoutLastReasoning([...said, ...calls.map(toCallPart)]);
  if (parts.length === 0) return [];
  const answer: TranscriptEntry = { role: "assistant", parts };
  return calls.length === 0 ? [answer] : [answer, { role: "tool", results: calls.map(resultOf) }];
}

/** Some providers refuse two messages of the person's in a row, as after an answer that failed. */
function withoutTwoUsers(entries: readonly TranscriptEntry[]): readonly TranscriptEntry[] {
  const merged: TranscriptEntry[] = [];
  for (const entry of entries) {
    const last = merged.at(-1);
    if (entry.role === "user" && last?.role === "user") {
      merged[merged.length - 1] = { role: "user", text: `${last.text}\n\n${entry.text}` };
    } else {
      merged.push(entry);
    }
  }
  return merged;
}

/** Providers refuse an answer that ends with reasoning: that of an empty answer, or before a lost call. */
function withoutLastReasoning(parts: readonly AssistantPart[]): readonly AssistantPart[] {
  return parts.slice(0, parts.findLastIndex((part) => part.type !== "reasoning") + 1);
}

/** Stands where there is no text: providers refuse one that is blank. */
const NO_TEXT = "(no text)";

function textOf(message: Message): string {
  const texts = message.parts.map((part) => (part.type === "text" ? part.text : ""));
  return texts.join("\n").trim() === "" ? NO_TEXT : texts.join("\n");
}

/** Two under one id could not be told apart by their results. */
function callsIn(message: Message, byId: ReadonlyMap<string, ToolCall>): readonly ToolCall[] {
  const calls = message.parts.flatMap((part) => {
    const call = part.type === "tool-call" ? byId.get(part.callId) : undefined;
    return call ? [call] : [];
  });
  return calls.filter(
    ({ wireId }, index) => calls.findIndex((call) => call.wireId === wireId) === index,
  );
}

function toCallPart({ wireId, name, arguments: args }: ToolCall): AssistantPart {
  return { type: "tool-call", callId: wireId, name, arguments: args };
}

/** Calls are not among them: they stand at the end of the answer, right before their results. */
function toSaidPart(part: Message["parts"][number], complete: boolean): readonly AssistantPart[] {
  switch (part.type) {
    case "text":
      return part.text.trim() === "" ? [] : [part];
    case "reasoning":
      // Providers take reasoning back only whole and with their own mark on it.
      return complete && part.providerData !== undefined ? [part] : [];
    case "tool-call":
      return [];
    default:
      return assertNever(part);
  }
}

function resultOf(call: ToolCall) {
  const isError = call.result ? call.result.isError : true;
  const content = isOfOthers(call) ? fence(call, resultForModel(call)) : resultForModel(call);
  return { callId: call.wireId, name: call.name, isError, content };
}

/** Whether somebody else than the app and the person has worded the result: also a failure quotes its server. */
function isOfOthers(call: ToolCall): boolean {
  if (call.server === null || call.startedAt === null) return false;
  const isAnswer = call.name === ASK_PERSON_TOOL && isBuiltIn(call);
  return !isAnswer && (call.result !== null || call.failure !== null);
}

/** What the model reads as the result of a call, whatever became of it; never nothing. */
export function resultForModel(call: ToolCall): readonly ModelBlock[] {
  if (!call.result) return [{ type: "text", text: whyNoResult(call) }];
  const blocks = call.result.model.filter(
    (block) => block.type !== "text" || block.text.trim() !== "",
  );
  return blocks.length > 0 ? blocks : [{ type: "text", text: "(no output)" }];
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
