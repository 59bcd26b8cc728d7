import type { ModelConnection } from "../../../src-preload/model/settings.ts";
import { MAX_MESSAGE_CHARS } from "../../../src-preload/contract/limits.ts";

/** Why a message cannot be sent; null when it can. The words are `composer.<reason>`. */
export type SendObstacle = "noModel" | "sending" | "nothing" | "tooLong" | "asking";

interface ComposerFacts {
  readonly draft: string;
  readonly model: ModelConnection | undefined;
  readonly isSending: boolean;
}

/** What the app answers itself; it needs neither a model nor the end of a turn. */
export function isCommand(draft: string): boolean {
  return /^\s*\/mcp(\s|$)/.test(draft);
}

export function sendObstacle(facts: ComposerFacts): SendObstacle | null {
  if (isCommand(facts.draft)) return facts.isSending ? "asking" : null;
  if (!facts.model) return "noModel";
  if (facts.isSending) return "sending";
  if (facts.draft.trim() === "") return "nothing";
  return facts.draft.length > MAX_MESSAGE_CHARS ? "tooLong" : null;
}
