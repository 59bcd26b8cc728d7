import type { ApprovalRequest } from "../../src-preload/model/approval.ts";
import { isBuiltIn } from "../../src-preload/model/built-in.ts";
import type { Page } from "../../src-preload/model/page.ts";
import type { ToolCall } from "../../src-preload/model/tool-call.ts";
import type { ApprovalDecision, ApprovalPort } from "../agent/ports.ts";
import type { Clock } from "../base/clock.ts";
import { newId } from "../base/ids.ts";
import { leadsIntoOwnFolder } from "../browser/own-folder-on-disk.ts";
import { decide, type Ask } from "../policy/decide.ts";
import { ruleFor } from "../policy/rules.ts";
import type { Store } from "../store/store.ts";
import { isRefusal, type Approver } from "./approver.ts";

export interface CallDecisionsOptions {
  readonly store: Store;
  readonly approver: Approver;
  readonly clock: Clock;
  readonly isBrowser: (server: string) => boolean;
  readonly workspace: string;
  /** Where the conversation's browser is, and its latest picture of it. */
  readonly view: () => { readonly page: Page | null; readonly picture: string | null };
}

const refusals = {
  /** What the model reads is the same whether the person said it now or before. */
  never: { kind: "denied", failure: null },
  "own-folder": {
    kind: "denied",
    failure: {
      code: "own-folder",
      message:
        "The folder .pilothouse holds the browser's logins. No tool may read from it or write to it, and nobody can allow that.",
    },
  },
} as const satisfies Record<string, ApprovalDecision>;

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
    const { store, isBrowser, view } = this.#options;
    const server = call.server ?? "";
    if (this.#leadsAstray(call)) return refusals["own-folder"];
    const decision = decide({
      server,
      isBrowser: isBrowser(server),
      tool: call.tool,
      arguments: call.arguments,
      pageUrl: view().page?.url ?? null,
      rules: store.approvalRules.listForConversation(call.conversationId),
    });
    if (decision.kind === "allow") return { kind: "allowed" };
    if (decision.kind === "deny") return refusals[decision.because];
    options.waiting();
    const answer = await this.#ask(call, decision, options.signal);
    // Looked at again: the disk may have changed while the person thought about it.
    return this.#leadsAstray(call) ? refusals["own-folder"] : answer;
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
    return isRefusal(answer) ? refusals.never : { kind: "allowed" };
  }

  #requestFor(call: ToolCall, ask: Ask): ApprovalRequest {
    const { clock, view } = this.#options;
    return {
      id: newId(),
      conversationId: call.conversationId,
      callId: call.id,
      server: call.server ?? "",
      tool: call.tool,
      arguments: call.arguments,
      risk: ask.risk,
      reason: ask.reason,
      site: ask.site,
      ...view(),
      answers: ask.answers,
      requestedAt: clock(),
    };
  }
}
