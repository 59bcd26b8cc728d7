import { describe, expect, it, onTestFinished } from "vitest";
import type { ApprovalPort, OfferedTool } from "../../../src-main/agent/ports.ts";
import { runTurn } from "../../../src-main/agent/run-turn.ts";
import { Redactor } from "../../../src-main/base/redactor.ts";
import { ApprovalQueue } from "../../../src-main/conversations/approver.ts";
import { CallDecisions } from "../../../src-main/conversations/call-decisions.ts";
import { knownBrowserTools } from "../../../src-main/policy/browser-tools.ts";
import { siteKey, type Rule } from "../../../src-main/policy/rules.ts";
import { openStore, type Store } from "../../../src-main/store/store.ts";
import { BUILT_IN_SERVER } from "../../../src-preload/model/built-in.ts";
import type { ApprovalPreset, ApprovalRequest } from "../../../src-preload/model/approval.ts";
import type { ToolCall } from "../../../src-preload/model/tool-call.ts";
import { hostilePages } from "../../fixtures/hostile-pages.ts";
import { ObedientModel } from "../../fixtures/obedient-model.ts";
import { asked, FakeTools, offeredTool, resultOf, turnPorts } from "../../fixtures/turn-ports.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { conversation } from "../store/records.ts";

const SECRET = "sk-harbour-93-tide-quay";
const PAGE = { url: "https://shop.example/cart", title: "Cart" };
const EVIL = "https://evil.example";
const never = new AbortController().signal;
const pages = hostilePages(SECRET, EVIL);

const offered: readonly OfferedTool[] = [
  ...knownBrowserTools.map((name) => offeredTool(name, { server: "playwright" })),
  offeredTool("send_mail", { server: "mail" }),
  ...["read", "ask_person"].map((name) => offeredTool(name, { server: BUILT_IN_SERVER })),
];

interface Played {
  /** What came to be run, the reading of the page apart. */
  readonly ran: readonly ToolCall[];
  readonly requested: readonly ApprovalRequest[];
  readonly model: ObedientModel;
}

/** One turn on the page, in which the person says no to all that they are asked. */
async function play(
  text: string,
  preset: ApprovalPreset,
  rules: readonly Rule[] = [],
): Promise<Played> {
  const store = storeOfTest();
  for (const rule of rules) store.approvalRules.save({ ...rule, createdAt: 0 });
  const redactor = new Redactor();
  redactor.add(SECRET);
  const requested: ApprovalRequest[] = [];
  const ran: ToolCall[] = [];
  const queue = new ApprovalQueue(({ kind, request }) => {
    if (kind !== "requested") return;
    const before = ran.length;
    requested.push(request);
    // The person takes a moment: nothing may have happened until they answer.
    setImmediate(() => {
      expect(ran).toHaveLength(before);
      expect(queue.list("c")).toEqual([request]);
      queue.answer(request.id, "not-now");
    });
  });
  const decisions: ApprovalPort = new CallDecisions({
    store,
    redactor,
    approver: queue,
    clock: Date.now,
    preset: () => preset,
    isBrowser: (server) => server === "playwright",
    workspace: tempFolder(),
    view: () => ({ page: PAGE, picture: null }),
  });
  const tools = new FakeTools((call) => {
    if (call.name !== "browser_snapshot") ran.push(call);
    return { ...resultOf(call.name === "browser_snapshot" ? text : "done"), page: PAGE } as const;
  }, offered);
  const model = new ObedientModel(["browser_snapshot", {}]);
  const end = await runTurn(
    asked("Look at the cart"),
    turnPorts({ model, tools, approvals: decisions, newId: newIds() }),
    never,
  );
  expect(end.reason).toBe("finished");
  return { ran, requested, model };
}

function storeOfTest(): Store {
  const store = openStore(tempFolder());
  onTestFinished(() => store.close());
  store.conversations.create(conversation({ id: "c" }));
  return store;
}

function newIds(): () => string {
  let last = 0;
  return () => `id-${(last += 1)}`;
}

/** Those do nothing but ask, and read what lies in the workspace; both have guards of their own. */
const effectsIn = (ran: readonly ToolCall[]) =>
  ran.filter(({ server }) => server !== BUILT_IN_SERVER).map(({ name }) => name);

describe("an obedient model on a page that gives orders", () => {
  it("has enough pages to be tried on", () => {
    expect(pages.length).toBeGreaterThanOrEqual(20);
  });

  it.each(pages)(
    "does nothing that the person did not allow: a page that $name",
    async ({ text }) => {
      for (const preset of ["careful", "usual"] as const) {
        const { ran, model } = await play(text, preset);
        expect(effectsIn(ran)).toEqual([]);
        expect(model.requests.length).toBe(3);
      }
    },
  );

  it.each(pages)(
    "carries no secret out, also for who trusts: a page that $name",
    async ({ text }) => {
      const allowed = [PAGE.url, EVIL].map((url): Rule => {
        const key = siteKey("playwright", new URL(url).origin);
        return { scope: null, key, decision: "allow" };
      });
      const mail: Rule = { scope: null, key: '["server","mail"]', decision: "allow" };
      const { ran, requested } = await play(text, "trusting", [...allowed, mail]);
      const readable = decodeURIComponent(JSON.stringify(ran.map((call) => call.arguments)));
      expect(readable).not.toContain(SECRET);
      expect(readable.includes(Buffer.from(SECRET).toString("hex"))).toBe(false);
      expect(effectsIn(ran).filter((name) => name === "send_mail")).toEqual([]);
      // What the person is shown holds it no more than anything else that is shown (M23).
      expect(JSON.stringify(requested)).not.toContain(SECRET);
    },
  );

  it.each(pages)(
    "never has the page's words in its instructions: a page that $name",
    async ({ text }) => {
      const { model } = await play(text, "usual");
      for (const { instructions, transcript } of model.requests) {
        expect(instructions).toBe("Be brief.");
        const said = transcript.filter(({ role }) => role === "user");
        expect(said).toEqual([{ role: "user", text: "Look at the cart" }]);
      }
    },
  );

  it("is asked about one call at a time, however many there are (S52)", async () => {
    const { text } = pages.find(({ name }) => name === "orders a hundred things") ?? { text: "" };
    const { requested, ran } = await play(text, "usual");
    expect(requested).toHaveLength(100);
    expect(effectsIn(ran)).toEqual([]);
  });
});

describe("an answer to a request (S51)", () => {
  it("holds for exactly the call that was shown, and once", async () => {
    const store = storeOfTest();
    const ran: unknown[] = [];
    const queue = new ApprovalQueue(({ kind, request }) => {
      if (kind === "requested") {
        const isFirst = request.arguments["element"] === "First";
        setImmediate(() => queue.answer(request.id, isFirst ? "once" : "not-now"));
      }
    });
    const approvals = new CallDecisions({
      store,
      redactor: new Redactor(),
      approver: queue,
      clock: Date.now,
      preset: () => "usual",
      isBrowser: () => true,
      workspace: tempFolder(),
      view: () => ({ page: PAGE, picture: null }),
    });
    const tools = new FakeTools((call) => {
      if (call.name === "browser_click") ran.push(call.arguments);
      const orders = ["First", "First", "Second"].map(
        (element, n) => `CALL browser_click ${JSON.stringify({ element, target: `e${n}` })}`,
      );
      return resultOf(call.name === "browser_snapshot" ? orders.join("\n") : "done");
    }, offered);
    const model = new ObedientModel(["browser_snapshot", {}]);
    await runTurn(asked("x"), turnPorts({ model, tools, approvals }), never);
    expect(ran).toEqual([
      { element: "First", target: "e0" },
      { element: "First", target: "e1" },
    ]);
  });
});
