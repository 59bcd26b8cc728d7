import { describe, expect, it } from "vitest";
import type { StepEvent } from "../../../src-main/agent/ports.ts";
import { runTurn } from "../../../src-main/agent/run-turn.ts";
import { usualTurnLimits, type TurnLimits } from "../../../src-main/agent/turn-budget.ts";
import {
  asked,
  calls,
  FakeJournal,
  FakeModel,
  FakeTools,
  resultOf,
  text,
  turnPorts,
} from "../../fixtures/turn-ports.ts";

const never = new AbortController().signal;

/** A model that never has enough: each of its calls differs from the one before. */
class RunawayModel extends FakeModel {
  constructor(...first: ConstructorParameters<typeof FakeModel>) {
    super(...first, ...Array.from({ length: 50 }, (_, n) => calls(["look", { n }])));
  }
}

const within = (limits: Partial<TurnLimits>) => ({ ...usualTurnLimits, ...limits });

async function codeOf(
  limits: Partial<TurnLimits>,
  parts: Partial<Parameters<typeof turnPorts>[0]>,
) {
  const ports = turnPorts({ model: new RunawayModel(), limits: within(limits), ...parts });
  const end = await runTurn(asked("x"), ports, never);
  return end.reason === "failed" ? end.failure.code : end.reason;
}

describe("a turn that does not end by itself (S59)", () => {
  it("stops after so many steps, each of them whole, and says how to go on", async () => {
    const tools = new FakeTools();
    const ports = turnPorts({ model: new RunawayModel(), tools, limits: within({ steps: 3 }) });
    const end = await runTurn(asked("x"), ports, never);
    expect(end).toMatchObject({
      reason: "failed",
      failure: { code: "limit-steps", message: expect.stringContaining("continue") as string },
    });
    expect(tools.called).toHaveLength(3);
  });

  it("stops when it has used so many tokens", async () => {
    // Each step uses 12.
    const tools = new FakeTools();
    expect(await codeOf({ tokens: 24 }, { tools })).toBe("limit-tokens");
    expect(tools.called).toHaveLength(1);
  });

  it("stops when it has cost so much, where the price is known", async () => {
    const price = { input: 1_000_000, cachedInput: 0, output: 0 };
    const priced = Object.assign(new RunawayModel(), {
      facts: { contextTokens: 1_000, vision: null, tools: null, price },
    });
    expect(await codeOf({ dollars: 20 }, { model: priced })).toBe("limit-cost");
    expect(await codeOf({ dollars: 20, steps: 5 }, {})).toBe("limit-steps");
  });

  it("stops when model and tools have worked so long", async () => {
    let now = 0;
    const tools = new FakeTools(() => {
      now += 1_000;
      return resultOf("ok");
    });
    const clock = () => now;
    expect(await codeOf({ workingMs: 3_000 }, { tools, clock })).toBe("limit-time");
    expect(tools.called).toHaveLength(3);
  });

  it("does not count the time in which the person is waited for", async () => {
    let now = 0;
    const clock = () => now;
    const approvals = {
      decide: (_call: unknown, { waiting }: { readonly waiting: () => void }) => {
        waiting();
        now += 60_000;
        return Promise.resolve({ kind: "allowed" } as const);
      },
    };
    expect(await codeOf({ workingMs: 3_000, steps: 5 }, { clock, approvals })).toBe("limit-steps");
  });

  it("stops in the middle of an answer that takes too long, and keeps what was said", async () => {
    let now = 0;
    const model = new FakeModel(async function* (): AsyncIterable<StepEvent> {
      yield { type: "text-delta", delta: "and " };
      now = 10_000;
      yield { type: "text-delta", delta: "so on " };
    });
    const journal = new FakeJournal();
    const parts = { model, journal, clock: () => now };
    expect(await codeOf({ workingMs: 3_000 }, parts)).toBe("limit-time");
    expect(journal.saved.at(-1)).toMatchObject({ parts: [{ text: "and so on " }] });
  });

  it("stops a call that repeats itself, and what stands behind it in the same answer", async () => {
    const again = Array.from({ length: 5 }, () => ["act", { on: 1 }] as const);
    const tools = new FakeTools();
    const model = new FakeModel(calls(...again, ["look", {}]));
    expect(await codeOf({ sameCall: 3 }, { model, tools })).toBe("limit-same-call");
    expect(tools.called.map(({ name }) => name)).toEqual(["act", "act", "act"]);
  });

  it("lets a call come again when another was made in between", async () => {
    const model = new FakeModel(
      ...Array.from({ length: 4 }, () => calls(["act", { on: 1 }], ["look", {}])),
      text("Done"),
    );
    expect(await codeOf({ sameCall: 1 }, { model })).toBe("finished");
  });
});
