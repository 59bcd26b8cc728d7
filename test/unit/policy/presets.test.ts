import { describe, expect, it } from "vitest";
import type { ApprovalPreset } from "../../../src-preload/model/approval.ts";
import { askAboutSecret, decide, type CallToDecide } from "../../../src-main/policy/decide.ts";
import {
  ruleFor,
  serverKey,
  siteKey,
  siteRiskKey,
  standingRule,
  toolKey,
  type Rule,
} from "../../../src-main/policy/rules.ts";

const SITE = "https://portal.example";
const upload = { paths: ["/w/a.csv"] };

function call(tool: string, preset: ApprovalPreset, change: Partial<CallToDecide> = {}) {
  const isBrowser = change.isBrowser ?? true;
  const server = isBrowser ? "playwright" : "files";
  const base = { server, isBrowser, tool, arguments: {}, pageUrl: `${SITE}/x`, rules: [], preset };
  return { ...base, ...change };
}

const rule = (key: string, decision: Rule["decision"]): Rule => ({ scope: null, key, decision });
const kindOf = (one: CallToDecide) => decide(one).kind;

describe("how much is asked (M30)", () => {
  it.each<[string, readonly [string, string, string]]>([
    ["browser_snapshot", ["allow", "allow", "allow"]],
    ["browser_click", ["ask", "ask", "allow"]],
    ["browser_file_upload", ["ask", "ask", "ask"]],
    ["browser_evaluate", ["ask", "ask", "ask"]],
    ["browser_cookie_list", ["ask", "ask", "ask"]],
  ])("for %s by careful, usual and trusting", (tool, expected) => {
    const kinds = (["careful", "usual", "trusting"] as const).map((preset) =>
      kindOf(call(tool, preset, { arguments: tool === "browser_file_upload" ? upload : {} })),
    );
    expect(kinds).toEqual(expected);
  });

  it("is every act for who is careful, whatever was allowed before", () => {
    const rules = [
      rule(siteKey("playwright", SITE), "allow"),
      rule(serverKey("playwright"), "allow"),
    ];
    expect(decide(call("browser_click", "careful", { rules }))).toMatchObject({
      kind: "ask",
      reason: "careful",
      answers: ["once", "not-now", "never"],
    });
    const tool = rule(toolKey("files", "write"), "allow");
    const other = call("write", "careful", { isBrowser: false, rules: [tool] });
    expect(kindOf(other)).toBe("ask");
  });

  it("is uploads once per site for who trusts, code each time, and clicks say nothing about either", () => {
    const clicks = rule(siteKey("playwright", SITE), "allow");
    const asked = decide(
      call("browser_file_upload", "trusting", { arguments: upload, rules: [clicks] }),
    );
    expect(asked).toMatchObject({ kind: "ask", key: siteRiskKey("playwright", SITE, "upload") });
    const given = asked.kind === "ask" ? ruleFor("site", asked.key, "c1") : null;
    const rules = given ? [given] : [];
    const again = call("browser_file_upload", "trusting", { arguments: upload, rules });
    expect(kindOf(again)).toBe("allow");
    expect(kindOf({ ...again, preset: "usual" })).toBe("ask");
    expect(kindOf(call("browser_evaluate", "trusting", { rules }))).toBe("ask");
  });

  it("never is what the person refused, for any preset", () => {
    for (const preset of ["careful", "usual", "trusting"] as const) {
      const site = [rule(siteKey("playwright", SITE), "deny")];
      expect(kindOf(call("browser_click", preset, { rules: site }))).toBe("deny");
      const tool = [rule(toolKey("playwright", "browser_snapshot"), "deny")];
      expect(kindOf(call("browser_snapshot", preset, { rules: tool }))).toBe("deny");
      const server = [rule(serverKey("files"), "deny"), rule(toolKey("files", "write"), "allow")];
      expect(kindOf(call("write", preset, { isBrowser: false, rules: server }))).toBe("deny");
    }
  });

  it("is nothing for a server or a tool that was allowed as a whole", () => {
    const server = [rule(serverKey("files"), "allow")];
    expect(kindOf(call("write", "usual", { isBrowser: false, rules: server }))).toBe("allow");
    const tool = [rule(toolKey("playwright", "browser_click"), "allow")];
    expect(kindOf(call("browser_click", "usual", { rules: tool }))).toBe("allow");
    expect(kindOf(call("browser_type", "usual", { rules: tool }))).toBe("ask");
  });

  it("is each call that holds a secret, with no answer that would last", () => {
    expect(askAboutSecret(call("browser_snapshot", "trusting"))).toMatchObject({
      kind: "ask",
      reason: "holds-secret",
      answers: ["once", "not-now"],
      key: null,
    });
  });
});

describe("a rule as the person sees it", () => {
  it.each([
    [serverKey("files"), { server: "files", tool: null, site: null, risk: null }],
    [toolKey("files", "write"), { server: "files", tool: "write", site: null, risk: null }],
    [siteKey("playwright", SITE), { server: "playwright", tool: null, site: SITE, risk: null }],
    [siteRiskKey("p", SITE, "upload"), { server: "p", tool: null, site: SITE, risk: "upload" }],
  ])("says what %s is about", (key, about) => {
    expect(standingRule(rule(key, "allow"))).toMatchObject({ decision: "allow", key, ...about });
  });

  it("is none where only an answer is remembered, or nothing can be read", () => {
    expect(standingRule(rule(siteKey("p", SITE), "once"))).toBeNull();
    expect(standingRule(rule("not json", "allow"))).toBeNull();
    expect(standingRule(rule("[]", "allow"))).toBeNull();
  });
});
