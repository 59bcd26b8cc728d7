import type { ToolCall, ToolCallState } from "../../../src-preload/model/tool-call.ts";
import type { Words } from "../../strings/i18n.ts";
import { argumentsSoFar } from "./arguments-so-far.ts";
import { phraseOf } from "./call-phrases.ts";
import type { CallArguments } from "./call-words.ts";

export type CallForm = "todo" | "doing" | "done" | "failed" | "silent";

/** Which form of the sentence a state takes. */
export const formOfState: Readonly<Record<ToolCallState, CallForm>> = {
  writing: "todo",
  queued: "todo",
  "awaiting-approval": "todo",
  running: "doing",
  done: "done",
  failed: "failed",
  "timed-out": "silent",
  denied: "todo",
  stopped: "todo",
  skipped: "todo",
  // It was under way when the app ended; the word beside it says that nobody knows more.
  "outcome-unknown": "done",
};

/** What a call does, as one sentence without markup: `Click “Next”`. */
export function describeCall(
  t: Words,
  call: { readonly tool: string; readonly arguments: CallArguments },
  form: CallForm,
): string {
  const { key, gaps } = phraseOf(t, call.tool, call.arguments);
  return t(`call.${key}.${form}`, { ...gaps });
}

/** The sentence of a call in the state that it is in. */
export function sentenceOf(t: Words, call: ToolCall): string {
  const known = { tool: call.tool, arguments: argumentsSoFar(call) };
  return describeCall(t, known, formOfState[call.state]);
}

/** The sentence to follow a colon: `click “Next”`. */
export function describeInside(
  t: Words,
  call: { readonly tool: string; readonly arguments: CallArguments },
): string {
  const sentence = describeCall(t, call, "todo");
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
