import { describe, expect, it } from "vitest";
import type { ApprovalRule } from "../../../src-main/store/tables/approval-rule-table.ts";
import { conversation } from "./records.ts";
import { tempStore } from "./temp-store.ts";

function rule(fields: Partial<ApprovalRule> = {}): ApprovalRule {
  return { scope: "c1", key: "k1", decision: "allow", createdAt: 1, ...fields };
}

function storeWithConversations() {
  const { store } = tempStore();
  store.conversations.create(conversation({ id: "c1" }));
  store.conversations.create(conversation({ id: "c2" }));
  return store;
}

describe("approval rules", () => {
  it("are found by key: the conversation's own, then the one for all", () => {
    const store = storeWithConversations();
    const forAll = rule({ scope: null, decision: "deny" });
    store.approvalRules.save(forAll);
    store.approvalRules.save(rule());
    store.approvalRules.save(rule({ key: "k2" }));
    expect(store.approvalRules.find("c1", "k1")).toEqual([rule(), forAll]);
  });

  it("of one conversation do not hold in another", () => {
    const store = storeWithConversations();
    store.approvalRules.save(rule());
    expect(store.approvalRules.find("c2", "k1")).toEqual([]);
  });

  it.each(["c1", null])("are replaced by a later answer of the same scope (%s)", (scope) => {
    const store = storeWithConversations();
    store.approvalRules.save(rule({ scope, decision: "once" }));
    const later = rule({ scope, decision: "allow", createdAt: 2 });
    store.approvalRules.save(later);
    expect(store.approvalRules.listForConversation("c1")).toEqual([later]);
  });

  it("for all outlive the conversation in which they were given", () => {
    const store = storeWithConversations();
    store.approvalRules.save(rule());
    store.approvalRules.save(rule({ scope: null }));
    store.conversations.delete("c1");
    expect(store.approvalRules.listForConversation("c1")).toEqual([rule({ scope: null })]);
  });
});
