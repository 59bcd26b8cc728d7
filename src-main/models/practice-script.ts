import type { JsonObject, StepRequest, TranscriptEntry } from "../agent/ports.ts";
import type { ModelBlock } from "../../src-preload/model/content.ts";

/** A tool call of the practice model's; `name` is the one that the app offers. */
export interface PracticeCall {
  readonly name: string;
  readonly arguments: JsonObject;
}

export interface PracticeAnswer {
  readonly text: string;
  readonly calls: readonly PracticeCall[];
}

/** What the practice model answers to this request. Depends on nothing but the request. */
export type PracticeScript = (request: StepRequest) => PracticeAnswer;

/** What a step of a script may look at. */
export interface PracticeScene {
  /** The text of every tool result of this turn, the latest last. */
  readonly results: readonly string[];
  /** The person's last message. */
  readonly prompt: string;
}

/** One step: what is said, and the calls, under the server's own names of the tools. */
export type PracticeStep = (scene: PracticeScene) => {
  readonly text: string;
  readonly calls?: readonly { readonly tool: string; readonly arguments: JsonObject }[];
};

/** What is said instead of a step when the script cannot go on, and ends the turn. */
export interface PracticeEndings {
  readonly toolMissing: (tool: string) => string;
  readonly callFailed: (result: string) => string;
}

/** Ends a script early with these words. */
export class ScriptEnded extends Error {}

/**
 * Follows the steps in order, one for each request of a turn. A call that failed or was not allowed
 * ends the script, as does a tool that is not offered or a step that throws {@link ScriptEnded}.
 */
export function inOrder(steps: readonly PracticeStep[], endings: PracticeEndings): PracticeScript {
  return (request) => {
    try {
      return nextAnswer(steps, request, endings);
    } catch (error) {
      if (error instanceof ScriptEnded) return lastWords(error.message);
      throw error;
    }
  };
}

/** An answer that asks for nothing and so ends the turn. */
export function lastWords(text: string): PracticeAnswer {
  return { text, calls: [] };
}

function nextAnswer(
  steps: readonly PracticeStep[],
  request: StepRequest,
  endings: PracticeEndings,
): PracticeAnswer {
  const turn = entriesOfTurn(request.transcript);
  const results = resultTextsOf(turn);
  if (lastCallFailed(turn)) throw new ScriptEnded(endings.callFailed(results.at(-1) ?? ""));
  const step = steps[turn.filter((entry) => entry.role === "assistant").length];
  if (step === undefined) throw new Error("The script of the practice model has no step left.");
  const { text, calls = [] } = step({ results, prompt: promptOf(request.transcript) });
  return {
    text,
    calls: calls.map((call) => ({
      name: offeredName(call.tool, request, endings),
      arguments: call.arguments,
    })),
  };
}

/** All that came after the person's last message. */
function entriesOfTurn(transcript: readonly TranscriptEntry[]): readonly TranscriptEntry[] {
  return transcript.slice(transcript.findLastIndex((entry) => entry.role === "user") + 1);
}

export function promptOf(transcript: readonly TranscriptEntry[]): string {
  return transcript.findLast((entry) => entry.role === "user")?.text ?? "";
}

function toolEntriesOf(turn: readonly TranscriptEntry[]) {
  return turn.filter((entry) => entry.role === "tool");
}

function resultTextsOf(turn: readonly TranscriptEntry[]): readonly string[] {
  return toolEntriesOf(turn)
    .flatMap((entry) => entry.results)
    .map((result) => textsOf(result.content).join("\n"));
}

function textsOf(content: readonly ModelBlock[]): readonly string[] {
  return content.flatMap((block) => (block.type === "text" ? [withoutMarks(block.text)] : []));
}

function lastCallFailed(turn: readonly TranscriptEntry[]): boolean {
  return (
    toolEntriesOf(turn)
      .at(-1)
      ?.results.some((result) => result.isError) ?? false
  );
}

/** A tool is called under the name that the app gave it, which may differ from the server's (M8). */
function offeredName(tool: string, request: StepRequest, endings: PracticeEndings): string {
  const offered = request.tools.find((candidate) => candidate.tool === tool);
  if (offered === undefined) throw new ScriptEnded(endings.toolMissing(tool));
  return offered.name;
}

/** The loop puts marks around what pages and servers say; a script that reads on has no use for them. */
function withoutMarks(text: string): string {
  return text.replace(/^<\/?untrusted-content [^>\n]*>\n?/gm, "");
}
