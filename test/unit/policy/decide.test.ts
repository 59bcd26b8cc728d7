import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ApprovalAnswer } from "../../../src-preload/model/approval.ts";
import { knownBrowserTools } from "../../../src-main/policy/browser-tools.ts";
import { decide, type CallToDecide } from "../../../src-main/policy/decide.ts";
import { ruleFor, siteKey, toolKey, type Rule } from "../../../src-main/policy/rules.ts";

const PAGE = "https://portal.example/claims";
const SITE = "https://portal.example";
const KEY = siteKey("playwright", SITE);

function browserCall(tool: string, fields: Partial<CallToDecide> = {}): CallToDecide {
  return {
    server: "playwright",
    isBrowser: true,
    tool,
    arguments: {},
    pageUrl: PAGE,
    rules: [],
    ...fields,
  };
}

function otherCall(fields: Partial<CallToDecide> = {}): CallToDecide {
  return { ...browserCall("write_file"), server: "files", isBrowser: false, ...fields };
}

function rule(decision: Rule["decision"], fields: Partial<Rule> = {}): Rule {
  return { scope: "c1", key: KEY, decision, ...fields };
}

/** What holds after the person gave this answer to what was asked. */
function afterAnswer(call: CallToDecide, answer: ApprovalAnswer): CallToDecide {
  const decision = decide(call);
  if (decision.kind !== "ask") throw new Error("nothing was asked");
  const given = ruleFor(answer, decision.key, "c1");
  return { ...call, rules: given === null ? call.rules : [...call.rules, given] };
}

describe("reading", () => {
  it("is allowed without a question, on any page", () => {
    expect(decide(browserCall("browser_snapshot"))).toEqual({ kind: "allow" });
    expect(decide(browserCall("browser_snapshot", { pageUrl: null }))).toEqual({ kind: "allow" });
  });
});

describe("acting", () => {
  it("is asked about the first time on a site, with every answer", () => {
    expect(decide(browserCall("browser_click"))).toEqual({
      kind: "ask",
      risk: "act",
      site: SITE,
      reason: "first-on-site",
      answers: ["once", "site", "always", "not-now", "never"],
      key: KEY,
    });
  });

  it.each<ApprovalAnswer>(["site", "always"])("is allowed on a site after `%s`", (answer) => {
    const call = afterAnswer(browserCall("browser_click"), answer);
    expect(decide(call)).toEqual({ kind: "allow" });
    expect(decide({ ...call, tool: "browser_type" })).toEqual({ kind: "allow" });
  });

  it("is asked about again after `once`, and the request says so", () => {
    const call = afterAnswer(browserCall("browser_click"), "once");
    expect(decide(call)).toMatchObject({ kind: "ask", reason: "answered-once" });
  });

  it("is asked about again after `not-now`, as if nothing had been said", () => {
    const call = afterAnswer(browserCall("browser_click"), "not-now");
    expect(decide(call)).toEqual(decide(browserCall("browser_click")));
  });

  it("is refused without a question after `never`", () => {
    const call = afterAnswer(browserCall("browser_click"), "never");
    expect(decide(call)).toEqual({ kind: "deny", because: "never" });
  });

  it("is asked about anew on another site", () => {
    const call = afterAnswer(browserCall("browser_click"), "always");
    const elsewhere = decide({ ...call, pageUrl: "https://other.example/" });
    expect(elsewhere).toMatchObject({ kind: "ask", site: "https://other.example" });
  });

  it("is asked about anew by another browser server", () => {
    const call = afterAnswer(browserCall("browser_click"), "always");
    expect(decide({ ...call, server: "playwright-2" })).toMatchObject({ kind: "ask" });
  });

  it("where no site is known is asked about each time", () => {
    const call = browserCall("browser_click", { pageUrl: "about:blank", rules: [rule("allow")] });
    expect(decide(call)).toEqual({
      kind: "ask",
      risk: "act",
      site: null,
      reason: "always-asked",
      answers: ["once", "not-now"],
      key: null,
    });
  });
});

describe("opening an address", () => {
  const navigate = (url: string, rules: readonly Rule[] = []) =>
    decide(browserCall("browser_navigate", { arguments: { url }, rules }));

  it("is acting on the site of the address, not on the page's", () => {
    const toOther = navigate("https://other.example/?data=claims", [rule("allow")]);
    expect(toOther).toMatchObject({ kind: "ask", site: "https://other.example" });
  });

  it("is allowed where acting is", () => {
    expect(navigate("https://portal.example/next", [rule("allow")])).toEqual({ kind: "allow" });
  });

  it("of a site where the person never wants it is refused", () => {
    expect(navigate("portal.example", [rule("deny", { scope: null })])).toMatchObject({
      kind: "deny",
    });
  });

  it("that hides its host behind a name of another is about the host", () => {
    const hidden = navigate("https://portal.example@evil.example/", [rule("allow")]);
    expect(hidden).toMatchObject({ kind: "ask", site: "https://evil.example" });
  });

  it("in a new tab is the same", () => {
    const inTab = decide(
      browserCall("browser_tabs", {
        arguments: { action: "new", url: "https://other.example" },
        rules: [rule("allow")],
      }),
    );
    expect(inTab).toMatchObject({ kind: "ask", site: "https://other.example" });
  });
});

describe("uploads, downloads and code", () => {
  const calls = [
    browserCall("browser_file_upload", { arguments: { paths: ["/home/ada/cv.pdf"] } }),
    browserCall("browser_evaluate"),
    browserCall("browser_run_code_unsafe"),
    browserCall("browser_storage_state"),
  ];

  it.each(calls)("are asked about every time, whatever was allowed ($tool)", (call) => {
    const asked = decide({ ...call, rules: [rule("allow"), rule("allow", { scope: null })] });
    expect(asked).toMatchObject({
      kind: "ask",
      reason: "always-asked",
      answers: ["once", "not-now"],
      key: null,
    });
  });

  it("are refused on a site where acting is never wanted", () => {
    const call = browserCall("browser_evaluate", { rules: [rule("deny", { scope: null })] });
    expect(decide(call)).toEqual({ kind: "deny", because: "never" });
  });
});

describe("the app's own folder in the workspace", () => {
  it.each([
    ".pilothouse/browser-profile/Default/Cookies",
    "/home/ada/.pilothouse/browser-profile/Default/Cookies",
    "./a/../.pilothouse/x",
    "C:\\work\\.PilotHouse\\x",
    ".pilothouse. /x",
    ".pilothouse::$INDEX_ALLOCATION/x",
  ])("is closed to uploads of %j", (file) => {
    const call = browserCall("browser_file_upload", { arguments: { paths: ["a.txt", file] } });
    expect(decide(call)).toEqual({ kind: "deny", because: "own-folder" });
  });

  it("is closed to what reading tools would save there", () => {
    const call = browserCall("browser_snapshot", {
      arguments: { filename: ".pilothouse/browser-profile/Default/Preferences" },
    });
    expect(decide(call)).toEqual({ kind: "deny", because: "own-folder" });
  });

  it.each(["pilothouse/x", ".pilothouse-notes/x", "my.pilothouse"])(
    "is not mistaken for %j",
    (filename) => {
      const call = browserCall("browser_snapshot", { arguments: { filename } });
      expect(decide(call)).toEqual({ kind: "allow" });
    },
  );
});

describe("a server that the app does not know", () => {
  it("is asked about for each of its tools, with every answer", () => {
    expect(decide(otherCall())).toEqual({
      kind: "ask",
      risk: "act",
      site: null,
      reason: "unknown-server",
      answers: ["once", "site", "always", "not-now", "never"],
      key: toolKey("files", "write_file"),
    });
  });

  it("gets nothing from bearing the name of a reading tool of the browser's", () => {
    expect(decide(otherCall({ tool: "browser_snapshot" }))).toMatchObject({ kind: "ask" });
  });

  it.each<[ApprovalAnswer, string]>([
    ["once", "ask"],
    ["site", "allow"],
    ["always", "allow"],
    ["not-now", "ask"],
    ["never", "deny"],
  ])("after `%s` gets: %s", (answer, kind) => {
    expect(decide(afterAnswer(otherCall(), answer)).kind).toBe(kind);
  });

  it("is asked about its other tools, whatever was said about one", () => {
    const call = afterAnswer(otherCall(), "always");
    expect(decide({ ...call, tool: "delete_file" })).toMatchObject({ kind: "ask" });
  });
});

describe("rules", () => {
  const anyRule = fc.record({
    scope: fc.constantFrom("c1", null),
    key: fc.constantFrom(KEY, toolKey("files", "write_file"), "another"),
    decision: fc.constantFrom<Rule["decision"]>("allow", "deny", "once"),
  });

  it("are kept for the scope of the answer", () => {
    expect(ruleFor("once", KEY, "c1")).toEqual(rule("once"));
    expect(ruleFor("site", KEY, "c1")).toEqual(rule("allow"));
    expect(ruleFor("always", KEY, "c1")).toEqual(rule("allow", { scope: null }));
    expect(ruleFor("never", KEY, "c1")).toEqual(rule("deny", { scope: null }));
    expect(ruleFor("not-now", KEY, "c1")).toBeNull();
  });

  it("are never kept for what is asked about each time", () => {
    const kept = ApprovalAnswer.options.map((answer) => ruleFor(answer, null, "c1"));
    expect(new Set(kept)).toEqual(new Set([null]));
  });

  it.each([
    [rule("deny", { scope: null }), rule("allow")],
    [rule("deny"), rule("allow", { scope: null })],
  ])("that refuse beat rules that allow, wherever either was given", (refusing, allowing) => {
    for (const rules of [
      [refusing, allowing],
      [allowing, refusing],
    ]) {
      expect(decide(browserCall("browser_click", { rules }))).toMatchObject({ kind: "deny" });
    }
  });

  it("never allow uploads, downloads or code", () => {
    const risky = fc.constantFrom("browser_evaluate", "browser_route", "browser_storage_state");
    fc.assert(
      fc.property(risky, fc.array(anyRule), (tool, rules) => {
        expect(decide(browserCall(tool, { rules })).kind).not.toBe("allow");
      }),
    );
  });

  it("decide the same in any order", () => {
    const tool = fc.constantFrom(...knownBrowserTools);
    fc.assert(
      fc.property(tool, fc.array(anyRule), (name, rules) => {
        const call = browserCall(name, { rules });
        const turnedAround = { ...call, rules: [...rules].reverse() };
        expect(decide(turnedAround)).toEqual(decide(call));
      }),
    );
  });

  it("of different calls never share a key", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (a, b, c, d) => {
        fc.pre(a !== c || b !== d);
        expect(toolKey(a, b)).not.toBe(toolKey(c, d));
        expect(siteKey(a, b)).not.toBe(toolKey(a, b));
      }),
    );
    expect(toolKey("a b", "c")).not.toBe(toolKey("a", "b c"));
  });
});
