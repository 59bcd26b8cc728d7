import type { StandingRule } from "../../src-preload/model/approval.ts";
import type { Clock } from "../base/clock.ts";
import { AppError } from "../base/errors.ts";
import { serverKey, siteKey, standingRule, toolKey, type RuleKey } from "../policy/rules.ts";
import { siteOf } from "../policy/site.ts";
import type { Store } from "../store/store.ts";

type NewRule = Pick<StandingRule, "server" | "tool" | "site" | "decision">;

/** What the person has answered for longer than one call: to be seen, made beforehand and taken back. */
export class ApprovalRules {
  readonly #store: Store;
  readonly #clock: Clock;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  list(): readonly StandingRule[] {
    return this.#store.approvalRules.list().flatMap((rule) => standingRule(rule) ?? []);
  }

  /** For every conversation. Throws an `AppError` `rule-unclear` for a site that is none, or a tool on a site. */
  set({ decision, ...about }: NewRule): void {
    const createdAt = this.#clock();
    this.#store.approvalRules.save({ scope: null, key: keyOf(about), decision, createdAt });
  }

  forget(key: string, conversationId: string | null): void {
    this.#store.approvalRules.delete({ key, scope: conversationId });
  }
}

function keyOf({ server, tool, site }: Omit<NewRule, "decision">): RuleKey {
  if (site === null) return tool === null ? serverKey(server) : toolKey(server, tool);
  const origin = siteOf(site);
  if (origin !== null && tool === null) return siteKey(server, origin);
  throw new AppError(
    "rule-unclear",
    "A rule is about a server, one of its tools, or a site that begins with https:// or http://.",
  );
}
