import type { ApprovalAnswer, ApprovalReason, Risk } from "../../src-preload/model/approval.ts";
import { touchesOwnFolder } from "./own-folder.ts";
import { riskOf, siteOfCall, type Arguments } from "./risk.ts";
import { siteKey, standing, toolKey, type Rule, type RuleKey } from "./rules.ts";

export interface CallToDecide {
  /** The configured name of the server. */
  readonly server: string;
  /** Whether it is the app's own browser server, whose tools are known. */
  readonly isBrowser: boolean;
  /** The server's own name of the tool. */
  readonly tool: string;
  readonly arguments: Arguments;
  /** Where the browser is now; null when that is not known. */
  readonly pageUrl: string | null;
  /** The rules that hold in the conversation, its own and those for all. */
  readonly rules: readonly Rule[];
}

export interface Ask {
  readonly kind: "ask";
  readonly risk: Risk;
  readonly site: string | null;
  readonly reason: ApprovalReason;
  /** The answers that make sense, in the order in which they are shown. */
  readonly answers: readonly ApprovalAnswer[];
  /** What an answer is kept under, for `ruleFor`; null when each call is asked about. */
  readonly key: RuleKey | null;
}

export type Decision =
  | { readonly kind: "allow" }
  /** `never`: the person's own answer. `own-folder`: the app's, which nobody can change (M26). */
  | { readonly kind: "deny"; readonly because: "never" | "own-folder" }
  | Ask;

const allowed: Decision = { kind: "allow" };
const deniedByPerson: Decision = { kind: "deny", because: "never" };

const lastingAnswers: readonly ApprovalAnswer[] = ["once", "site", "always", "not-now", "never"];
const answersForOneCall: readonly ApprovalAnswer[] = ["once", "not-now"];

/**
 * Whether a call may run, may not, or is the person's to decide (M30). What a server says about its own
 * tools plays no part (S43). Decides from its input alone, and the same input always gets the same answer.
 */
export function decide(call: CallToDecide): Decision {
  return call.isBrowser ? decideForBrowser(call) : decideForUnknownServer(call);
}

function decideForBrowser(call: CallToDecide): Decision {
  if (touchesOwnFolder(call.arguments)) return { kind: "deny", because: "own-folder" };
  const risk = riskOf(call.tool, call.arguments);
  if (risk === "read") return allowed;
  const site = siteOfCall(call.tool, call.arguments, call.pageUrl);
  if (site === null) return askEachTime(risk, null);
  const key = siteKey(call.server, site);
  const said = standing(call.rules, key);
  if (said === "deny") return deniedByPerson;
  if (risk !== "act") return askEachTime(risk, site);
  if (said === "allow") return allowed;
  const reason = said === "once" ? "answered-once" : "first-on-site";
  return { kind: "ask", risk, site, reason, answers: lastingAnswers, key };
}

/** For these, `site` as an answer means: in this conversation. */
function decideForUnknownServer(call: CallToDecide): Decision {
  const key = toolKey(call.server, call.tool);
  const said = standing(call.rules, key);
  if (said === "deny") return deniedByPerson;
  if (said === "allow") return allowed;
  const reason = "unknown-server";
  return { kind: "ask", risk: "act", site: null, reason, answers: lastingAnswers, key };
}

function askEachTime(risk: Risk, site: string | null): Ask {
  const reason = "always-asked";
  return { kind: "ask", risk, site, reason, answers: answersForOneCall, key: null };
}
