import { describe, expect, it } from "vitest";
import type { ApprovalRequest } from "../../../src-preload/model/approval.ts";
import { alwaysAnswering, ApprovalQueue } from "../../../src-main/conversations/approver.ts";
import { titleFrom } from "../../../src-main/conversations/title.ts";

const request = (parts: Partial<ApprovalRequest> = {}): ApprovalRequest => ({
  id: "a1",
  conversationId: "c",
  callId: "x",
  server: "s",
  tool: "t",
  arguments: {},
  risk: "act",
  reason: "first-on-site",
  site: null,
  page: null,
  picture: null,
  answers: ["once", "not-now"],
  requestedAt: 0,
  ...parts,
});
const never = new AbortController().signal;

describe("the queue of approvals", () => {
  it("holds a call until its own request is answered, once (S51)", async () => {
    const queue = new ApprovalQueue(() => {});
    const answer = queue.ask(request(), never);
    queue.answer("another", "once");
    expect(queue.list("c")).toHaveLength(1);
    queue.answer("a1", "once");
    queue.answer("a1", "not-now");
    expect(await answer).toBe("once");
    expect(queue.list("c")).toEqual([]);
  });

  it("asks nobody about a call that was given up before", async () => {
    const changes: string[] = [];
    const queue = new ApprovalQueue(({ kind }) => changes.push(kind));
    expect(await queue.ask(request(), AbortSignal.abort())).toBe("not-now");
    expect(changes).toEqual([]);
  });

  it("takes no answer that was not offered", () => {
    const queue = new ApprovalQueue(() => {});
    void queue.ask(request(), never);
    queue.answer("a1", "always");
    expect(queue.list("c")).toHaveLength(1);
    queue.answer("a1", "once");
  });

  it("answers with not-now when the turn is stopped", async () => {
    const abort = new AbortController();
    const answer = new ApprovalQueue(() => {}).ask(request(), abort.signal);
    abort.abort();
    expect(await answer).toBe("not-now");
  });

  it("tells of each request when it comes and when it is settled", () => {
    const told: string[] = [];
    const queue = new ApprovalQueue(({ kind }) => told.push(kind));
    void queue.ask(request(), never);
    queue.answer("a1", "once");
    expect(told).toEqual(["requested", "settled"]);
  });
});

describe("an approver that always answers the same", () => {
  it("takes the first answer that is offered where its own is not", async () => {
    expect(await alwaysAnswering("site").ask(request(), never)).toBe("once");
    expect(await alwaysAnswering("not-now").ask(request(), never)).toBe("not-now");
  });
});

describe("a conversation's title", () => {
  it("is what was asked first, on one line and cut at a word", () => {
    expect(titleFrom("  Check\nthe portal ")).toBe("Check the portal");
    const title = titleFrom("word ".repeat(40));
    expect(title.length).toBeLessThanOrEqual(60);
    expect(title.endsWith("word…")).toBe(true);
  });
});
