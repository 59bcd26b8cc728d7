import type { AssistantPart, TranscriptEntry } from "../../agent/ports.ts";
import type { ModelBlock } from "../../../src-preload/model/content.ts";
import { isBy } from "./authorship.ts";
import { CallIds } from "./call-ids.ts";
import type { WireTools } from "./fit-tools.ts";
import type { WireRules } from "./wire-rules.ts";

/** As it will be sent, but for the pictures, which are not read yet. */
export type FittedEntry =
  | { readonly role: "user"; readonly blocks: readonly ModelBlock[] }
  | { readonly role: "assistant"; readonly parts: readonly AssistantPart[] }
  | {
      readonly role: "tool";
      readonly results: readonly {
        readonly callId: string;
        readonly name: string;
        readonly isError: boolean;
        readonly blocks: readonly ModelBlock[];
      }[];
    };

export interface TranscriptFit {
  readonly rules: WireRules;
  readonly tools: WireTools;
  /** The model that is asked; see {@link isBy}. */
  readonly author: string;
}

/** Stands where a message has no text: providers refuse an empty one (B12.6). */
const NO_WORDS = "(no text)";

/** Stands where a server sent no content at all. */
const NO_CONTENT = "The tool returned nothing.";

/**
 * The conversation so far in a form that this provider takes, whichever one it began with: ids that
 * are good and told apart, no empty message, reasoning only where it is at home (B12.4, B12.6, B12.11).
 */
export function fitTranscript(
  transcript: readonly TranscriptEntry[],
  fit: TranscriptFit,
): readonly FittedEntry[] {
  const ids = new CallIds();
  const lastQuestion = transcript.findLastIndex((entry) => entry.role === "user");
  const entries = transcript.flatMap((entry, index): FittedEntry[] => {
    switch (entry.role) {
      case "user":
        return [{ role: "user", blocks: [{ type: "text", text: wordsOr(entry.text, NO_WORDS) }] }];
      case "assistant":
        return answer(entry.parts, fit, ids, index > lastQuestion);
      case "tool":
        return results(entry.results, fit, ids);
    }
  });
  return withoutLastSpace(entries);
}

/** Nothing at all when nothing of it can be sent but thoughts. */
function answer(
  parts: readonly AssistantPart[],
  fit: TranscriptFit,
  ids: CallIds,
  isOfThisTurn: boolean,
): FittedEntry[] {
  ids.beginAnswer();
  const sent = parts.flatMap((part): AssistantPart[] => {
    switch (part.type) {
      case "text":
        return part.text.trim() === "" ? [] : [part];
      case "reasoning":
        return goesBack(part, fit, isOfThisTurn) ? [part] : [];
      case "tool-call": {
        const { name, arguments: args } = part;
        const callId = ids.forCall(part.callId);
        const sentArguments = fit.tools.wireArguments(name, args);
        return [{ ...part, callId, name: fit.tools.wireName(name), arguments: sentArguments }];
      }
    }
  });
  const isEmpty = sent.every((part) => part.type === "reasoning");
  return isEmpty ? [] : [{ role: "assistant", parts: sent }];
}

type Reasoning = Extract<AssistantPart, { type: "reasoning" }>;

function goesBack(part: Reasoning, fit: TranscriptFit, isOfThisTurn: boolean): boolean {
  switch (fit.rules.reasoning) {
    case "none":
      return false;
    case "marked":
      return isBy(fit.author, part.providerData);
    case "this-turn":
      return isOfThisTurn && part.text !== "" && isByOrNobody(fit.author, part.providerData);
  }
}

function isByOrNobody(author: string, providerData: unknown): boolean {
  return providerData === undefined || isBy(author, providerData);
}

function results(
  entry: Extract<TranscriptEntry, { role: "tool" }>["results"],
  { tools }: TranscriptFit,
  ids: CallIds,
): FittedEntry[] {
  const sent = entry.flatMap(({ callId, name, isError, content }) => {
    const id = ids.forResult(callId);
    // A result that nobody asked for is refused by every provider.
    if (id === null) return [];
    return [{ callId: id, name: tools.wireName(name), isError, blocks: nonEmpty(content) }];
  });
  return sent.length === 0 ? [] : [{ role: "tool", results: sent }];
}

function nonEmpty(content: readonly ModelBlock[]): readonly ModelBlock[] {
  const blocks = content.filter((block) => block.type === "image" || block.text.trim() !== "");
  return blocks.length === 0 ? [{ type: "text", text: NO_CONTENT }] : blocks;
}

function wordsOr(text: string, otherwise: string): string {
  return text.trim() === "" ? otherwise : text;
}

/** A request that ends with an answer's own beginning may not end with white space. */
function withoutLastSpace(entries: readonly FittedEntry[]): readonly FittedEntry[] {
  const last = entries.at(-1);
  if (last?.role !== "assistant") return entries;
  const parts = last.parts.map((part, index) =>
    part.type === "text" && index === last.parts.length - 1
      ? { ...part, text: part.text.trimEnd() }
      : part,
  );
  return [...entries.slice(0, -1), { role: "assistant", parts }];
}
