import type {
  ApprovalAnswer,
  ApprovalPreset,
  ApprovalReason,
  Risk,
} from "../../src-preload/model/approval.ts";
import { touchesOwnFolder } from "./own-folder.ts";
import { riskOf, siteOfCall, type Arguments } from "./risk.ts";
import {
  serverKey,
  siteKey,
  siteRiskKey,
  standing,
  toolKey,
  type Rule,
  type RuleKey,
} from "./rules.ts";

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
  /** How much is asked; absent: as usual. */
  readonly preset?: ApprovalPreset;
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
const carefulAnswers: readonly ApprovalAnswer[] = ["once", "not-now", "never"];
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
  const general = standing(call.rules, serverKey(call.server), toolKey(call.server, call.tool));
  if (general === "deny") return deniedByPerson;
  if (risk === "read") return allowed;
  const site = siteOfCall(call.tool, call.arguments, call.pageUrl);
  const key = site === null ? null : siteKey(call.server, site);
  if (key !== null && standing(call.rules, key) === "deny") return deniedByPerson;
  if (risk !== "act") return decideAboutMore(call, risk, site);
  return decideAboutActing(call, general === "allow", site, key);
}

function decideAboutActing(
  call: CallToDecide,
  isAllowed: boolean,
  site: string | null,
  key: RuleKey | null,
): Decision {
  if (call.preset === "careful") return askCarefully("act", site, key);
  if (isAllowed) return allowed;
  if (key === null) return askEachTime("act", site);
  const said = standing(call.rules, key);
  if (said === "allow" || call.preset === "trusting") return allowed;
  const reason = said === "once" ? "answered-once" : "first-on-site";
  return { kind: "ask", risk: "act", site, reason, answers: lastingAnswers, key };
}

/** Uploads, downloads and code: only who trusts may allow the first two for longer than once. */
function decideAboutMore(call: CallToDecide, risk: Risk, site: string | null): Decision {
  if (call.preset !== "trusting" || risk === "run-code" || site === null) {
    return askEachTime(risk, site);
  }
  const key = siteRiskKey(call.server, site, risk);
  const said = standing(call.rules, key);
  if (said === "deny") return deniedByPerson;
  if (said === "allow") return allowed;
  const reason = said === "once" ? "answered-once" : "first-on-site";
  return { kind: "ask", risk, site, reason, answers: lastingAnswers, key };
}

/** For these, `site` as an answer means: in this conversation. */
function decideForUnknownServer(call: CallToDecide): Decision {
  const key = toolKey(call.server, call.tool);
  const said = standing(call.rules, serverKey(call.server), key);
  if (said === "deny") return deniedByPerson;
  if (call.preset === "careful") return askCarefully("act", null, key);
  if (said === "allow") return allowed;
  const reason = "unknown-server";
  return { kind: "ask", risk: "act", site: null, reason, answers: lastingAnswers, key };
}

/** What was allowed for longer does not count, what was refused does. */
function askCarefully(risk: Risk, site: string | null, key: RuleKey | null): Ask {
  const answers = key === null ? answersForOneCall : carefulAnswers;
  return { kind: "ask", risk, site, reason: "careful", answers, key };
}

function askEachTime(risk: Risk, site: string | null): Ask {
  const reason = "always-asked";
  return { kind: "ask", risk, site, reason, answers: answersForOneCall, key: null };
}

/** The question about a call that would carry a secret out, whatever else holds for it (S57). */
export function askAboutSecret(call: CallToDecide): Ask {
  const risk = call.isBrowser ? riskOf(call.tool, call.arguments) : "act";
  const site = call.isBrowser ? siteOfCall(call.tool, call.arguments, call.pageUrl) : null;
  return { ...askEachTime(risk, site), reason: "holds-secret" };
}
