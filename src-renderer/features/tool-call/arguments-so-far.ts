import type { ToolCall } from "../../../src-preload/model/tool-call.ts";
import type { CallArguments } from "./call-words.ts";

/** A member that is written to its end: a name and a whole string. */
const wholeMember = /"((?:[^"\\]|\\.)*)"\s*:\s*("(?:[^"\\]|\\.)*")/g;

/** The arguments of a call; while they are being written, those texts that are complete already. */
export function argumentsSoFar(
  call: Pick<ToolCall, "state" | "arguments" | "argumentsText">,
): CallArguments {
  if (call.state !== "writing" || call.argumentsText === null) return call.arguments;
  const members = [...call.argumentsText.matchAll(wholeMember)];
  return Object.fromEntries(members.map(([, name = "", value = ""]) => [name, textOf(value)]));
}

function textOf(literal: string): string {
  try {
    return String(JSON.parse(literal));
  } catch {
    // A model can write an escape that JSON does not know; the raw text still tells what is meant.
    return literal.slice(1, -1);
  }
}
