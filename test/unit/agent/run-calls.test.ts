import { describe, expect, it } from "vitest";
import { runTurn } from "../../../src-main/agent/run-turn.ts";
import {
  asked,
  calls,
  FakeModel,
  FakeTools,
  offeredTool,
  resultOf,
  text,
  turnPorts,
} from "../../fixtures/turn-ports.ts";

const never = new AbortController().signal;
const tools = [
  offeredTool("one"),
  offeredTool("p", { parallel: true, server: "par" }),
  offeredTool("q", { parallel: true, server: "other" }),
  offeredTool("open", {
    inputSchema: { type: "object", properties: { url: { type: "string" } }, required: ["url"] },
  }),
];

/** Answers a call only when it is told to, so that a test sees which run at the same time. */
class HeldTools extends FakeTools {
  readonly running: string[] = [];
  most = 0;

  constructor() {
    super(async (call) => {
      this.running.push(call.name);
      this.most = Math.max(this.most, this.running.length);
      // A few turns of the event loop: whoever is to run beside it has begun by then.
      for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
      this.running.splice(this.running.indexOf(call.name), 1);
      return resultOf(`did ${call.name}`);
    }, tools);
  }
}

describe("the calls of one answer", () => {
  it("run together where they stand together and their servers take several (M10)", async () => {
    const held = new HeldTools();
    const model = new FakeModel(calls(["p", {}], ["q", {}], ["p", { n: 1 }]), text("Done"));
    await runTurn(asked("x"), turnPorts({ model, tools: held }), never);
    expect(held.most).toBe(3);
    expect(model.requests[1]?.transcript.at(-1)).toMatchObject({
      results: [{ callId: "w1" }, { callId: "w2" }, { callId: "w3" }],
    });
  });

  it("run alone otherwise, and behind those before them", async () => {
    const held = new HeldTools();
    const model = new FakeModel(calls(["one", {}], ["p", {}], ["one", { n: 1 }]), text("Done"));
    await runTurn(asked("x"), turnPorts({ model, tools: held }), never);
    expect(held.most).toBe(1);
    expect(held.called.map(({ name }) => name)).toEqual(["one", "p", "one"]);
  });

  it("are decided about in their order, also where they run together", async () => {
    const decided: string[] = [];
    const approvals = {
      decide: async (call: { readonly name: string }) => {
        await new Promise(setImmediate);
        decided.push(call.name);
        return { kind: "allowed" } as const;
      },
    };
    const model = new FakeModel(calls(["q", {}], ["p", {}]), text("Done"));
    await runTurn(asked("x"), turnPorts({ model, tools: new HeldTools(), approvals }), never);
    expect(decided).toEqual(["q", "p"]);
  });

  it("answer arguments that do not fit with what is wrong, and ask nobody about them", async () => {
    const fake = new FakeTools(undefined, tools);
    const approvals = { decide: () => Promise.reject(new Error("asked")) };
    const model = new FakeModel(calls(["open", {}], ["open", { url: 5 }]), text("Oh"));
    await runTurn(asked("x"), turnPorts({ model, tools: fake, approvals }), never);
    expect(fake.called).toEqual([]);
    const answer = JSON.stringify(model.requests[1]?.transcript.at(-1));
    expect(answer).toContain('\\"url\\" is missing');
    expect(answer).toContain('\\"url\\" must be a string, not a number');
  });
});
