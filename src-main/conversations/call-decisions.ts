import type {
  ApprovalAnswer,
  ApprovalPreset,
  ApprovalRequest,
} from "../../src-preload/model/approval.ts";
import { isBuiltIn } from "../../src-preload/model/built-in.ts";
import type { Page } from "../../src-preload/model/page.ts";
import type { ToolCall } from "../../src-preload/model/tool-call.ts";
import type { ApprovalDecision, ApprovalPort } from "../agent/ports.ts";
import type { Clock } from "../base/clock.ts";
import { newId } from "../base/ids.ts";
import type { Redactor } from "../base/redactor.ts";
import { leadsIntoOwnFolder } from "../browser/own-folder-on-disk.ts";
import {
  askAboutSecret,
  decide,
  type Ask,
  type CallToDecide,
  type Decision,
} from "../policy/decide.ts";
import { ruleFor } from "../policy/rules.ts";
import type { Store } from "../store/store.ts";
import { isRefusal, type Approver } from "./approver.ts";
import { holdsSecret } from "./secret-in-arguments.ts";

export interface CallDecisionsOptions {
  readonly store: Store;
  readonly approver: Approver;
  readonly clock: Clock;
  readonly redactor: Redactor;
  /** How much is asked. */
  readonly preset: () => ApprovalPreset;
  readonly isBrowser: (server: string) => boolean;
  readonly workspace: string;
  /** Where the conversation's browser is, and its latest picture of it. */
  readonly view: () => { readonly page: Page | null; readonly picture: string | null };
}

const ownFolder: ApprovalDecision = denied(
  "own-folder",
  "The folder .pilothouse holds the browser's logins. No tool may read from it or write to it, and nobody can allow that.",
);

function neverAllowed({ tool }: ToolCall): ApprovalDecision {
  const message = `The person has decided that ${tool} is never allowed here, so they were not asked. Do not try it again; go another way, or say that it cannot be done.`;
  return denied("never-allowed", message);
}

function notAllowed({ tool }: ToolCall, answer: ApprovalAnswer): ApprovalDecision {
  const message =
    answer === "never"
      ? `The person did not allow ${tool}, and never wants it here. Do not try it again; go another way, or say that it cannot be done.`
      : `The person did not allow this call of ${tool} now. Do not repeat it; go on without it, or ask what they want instead.`;
  return denied("not-allowed", message);
}

function denied(code: string, message: string): ApprovalDecision {
  return { kind: "denied", failure: { code, message } };
}

/** Decides about the calls of one conversation: by its rules, else by asking (M30). */
export class CallDecisions implements ApprovalPort {
  readonly #options: CallDecisionsOptions;

  constructor(options: CallDecisionsOptions) {
    this.#options = options;
  }

  async decide(
    call: ToolCall,
    options: { readonly signal: AbortSignal; readonly waiting: () => void },
  ): Promise<ApprovalDecision> {
    // They touch nothing outside of the workspace, and ask by themselves.
    if (isBuiltIn(call)) return { kind: "allowed" };
    const { store, isBrowser, view, preset } = this.#options;
    const server = call.server ?? "";
    if (this.#leadsAstray(call)) return ownFolder;
    const decision = this.#decide({
      server,
      isBrowser: isBrowser(server),
      tool: call.tool,
      arguments: call.arguments,
      pageUrl: view().page?.url ?? null,
      preset: preset(),
      rules: store.approvalRules.listForConversation(call.conversationId),
    });
    if (decision.kind === "allow") return { kind: "allowed" };
    if (decision.kind === "deny") {
      return decision.because === "own-folder" ? ownFolder : neverAllowed(call);
    }
    options.waiting();
    const answer = await this.#ask(call, decision, options.signal);
    // Looked at again: the disk may have changed while the person thought about it.
    return this.#leadsAstray(call) ? ownFolder : answer;
  }

  /** What would carry a secret out is the person's to decide, also where all else is allowed (S57). */
  #decide(call: CallToDecide): Decision {
    const decision = decide(call);
    if (decision.kind === "deny") return decision;
    return holdsSecret(call.arguments, this.#options.redactor) ? askAboutSecret(call) : decision;
  }

  /** The policy looks at names alone; this follows them on the disk. */
  #leadsAstray(call: ToolCall): boolean {
    const { isBrowser, workspace } = this.#options;
    return isBrowser(call.server ?? "") && leadsIntoOwnFolder(call.arguments, workspace);
  }

  async #ask(call: ToolCall, ask: Ask, signal: AbortSignal): Promise<ApprovalDecision> {
    const { store, approver, clock } = this.#options;
    const answer = await approver.ask(this.#requestFor(call, ask), signal);
    const rule = ruleFor(answer, ask.key, call.conversationId);
    if (rule) store.approvalRules.save({ ...rule, createdAt: clock() });
    return isRefusal(answer) ? notAllowed(call, answer) : { kind: "allowed" };
  }

  #requestFor(call: ToolCall, ask: Ask): ApprovalRequest {
    const { clock, view, redactor } = this.#options;
    return {
      id: newId(),
      conversationId: call.conversationId,
      callId: call.id,
      server: call.server ?? "",
      tool: call.tool,
      // A secret is shown nowhere but in the settings (M23).
      arguments: redactor.json(call.arguments),
      risk: ask.risk,
      reason: ask.reason,
      site: ask.site,
      ...view(),
      answers: ask.answers,
      requestedAt: clock(),
    };
  }
}
