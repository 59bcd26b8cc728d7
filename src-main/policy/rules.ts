import type { ApprovalAnswer } from "../../src-preload/model/approval.ts";
import { assertNever } from "../base/assert-never.ts";

/** Names the calls that one answer is about. Two kinds of calls never share a key, whatever their names hold. */
export type RuleKey = string;

/** What a person answered once; it decides about later calls of the same key. */
export interface Rule {
  /** The conversation in which it holds; null for all. */
  readonly scope: string | null;
  readonly key: RuleKey;
  readonly decision: "allow" | "deny" | "once";
}

/** Acting on one site by one browser server, whichever tool does it. */
export function siteKey(server: string, site: string): RuleKey {
  return JSON.stringify(["site", server, site]);
}

/** One tool of a server that the app does not know. */
export function toolKey(server: string, tool: string): RuleKey {
  return JSON.stringify(["tool", server, tool]);
}

/** What is to be kept of an answer; null when it is about one call alone. */
export function ruleFor(
  answer: ApprovalAnswer,
  key: RuleKey | null,
  conversationId: string,
): Rule | null {
  if (key === null) return null;
  switch (answer) {
    case "once":
      // Allows nothing later; the next request can say that this was the last answer.
      return { scope: conversationId, key, decision: "once" };
    case "site":
      return { scope: conversationId, key, decision: "allow" };
    case "always":
      return { scope: null, key, decision: "allow" };
    case "never":
      return { scope: null, key, decision: "deny" };
    case "not-now":
      return null;
    default:
      return assertNever(answer);
  }
}

/** What the rules say about a key. A refusal beats everything, wherever it was given. */
export function standing(rules: readonly Rule[], key: RuleKey): Rule["decision"] | "nothing" {
  const given = new Set(rules.filter((rule) => rule.key === key).map((rule) => rule.decision));
  if (given.has("deny")) return "deny";
  if (given.has("allow")) return "allow";
  return given.has("once") ? "once" : "nothing";
}
