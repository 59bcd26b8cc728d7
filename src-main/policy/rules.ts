import { Risk, type ApprovalAnswer, type StandingRule } from "../../src-preload/model/approval.ts";
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

/** What is not mere acting has rules of its own: whoever allows clicks has not allowed uploads. */
export function siteRiskKey(server: string, site: string, risk: Risk): RuleKey {
  return JSON.stringify(["site", server, site, risk]);
}

/** Every tool of a server. */
export function serverKey(server: string): RuleKey {
  return JSON.stringify(["server", server]);
}

/** One tool of a server. */
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

/** What the rules say about these keys. A refusal beats everything, wherever it was given. */
export function standing(
  rules: readonly Rule[],
  ...keys: readonly RuleKey[]
): Rule["decision"] | "nothing" {
  const about = rules.filter((rule) => keys.includes(rule.key));
  const given = new Set(about.map((rule) => rule.decision));
  if (given.has("deny")) return "deny";
  if (given.has("allow")) return "allow";
  return given.has("once") ? "once" : "nothing";
}

/** A rule in words that can be shown; null for one that only remembers an answer, or cannot be read. */
export function standingRule({ scope, key, decision }: Rule): StandingRule | null {
  const about = decision === "once" ? null : readKey(key);
  if (decision === "once" || about === null) return null;
  return { key, conversationId: scope, decision, ...about };
}

type About = Pick<StandingRule, "server" | "tool" | "site" | "risk">;

function readKey(key: RuleKey): About | null {
  const parts = partsOf(key);
  const [kind, server, what, risk] = parts;
  if (server === undefined) return null;
  if (kind === "server") return { server, tool: null, site: null, risk: null };
  if (what === undefined) return null;
  if (kind === "tool") return { server, tool: what, site: null, risk: null };
  return { server, tool: null, site: what, risk: Risk.safeParse(risk).data ?? null };
}

function partsOf(key: RuleKey): readonly string[] {
  try {
    const parts: unknown = JSON.parse(key);
    return Array.isArray(parts) ? parts.filter((part) => typeof part === "string") : [];
  } catch {
    // A key of another version: it counts for nothing here.
    return [];
  }
}
