import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { StepEvent, ToolOutcome } from "../../../src-main/agent/ports.ts";
import { runTurn } from "../../../src-main/agent/run-turn.ts";
import { usualTurnLimits } from "../../../src-main/agent/turn-budget.ts";
import { AppError } from "../../../src-main/base/errors.ts";
import type { ToolCall } from "../../../src-preload/model/tool-call.ts";
import { isSettled } from "../../../src-preload/model/tool-call.ts";
import {
  asked,
  FakeJournal,
  FakeModel,
  FakeTools,
  offeredTool,
  resultOf,
  text,
  turnPorts,
} from "../../fixtures/turn-ports.ts";

const offered = [
  offeredTool("look"),
  offeredTool("act", { inputSchema: { type: "object", required: ["on"] } }),
  offeredTool("par", { parallel: true }),
];

/** What becomes of a call when it comes to that; its arguments say which. */
const fates = ["result", "error", "failed", "timed-out", "denied", "undecided"];

const call = fc.record({
  name: fc.constantFrom("look", "act", "par", "nobody"),
  args: fc.constantFrom(null, {}, ...fates.map((fate) => ({ on: 1, fate }))),
  /** Two calls of one answer may have the same id. */
  id: fc.integer({ min: 1, max: 4 }),
});
const step = fc.record({
  text: fc.constantFrom("", "Half a sentence"),
  calls: fc.array(call, { maxLength: 5 }),
  end: fc.constantFrom("stop", "tool-calls", "length", "other", "cut", "silent"),
});
const script = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 5 }),
  /** The person stops the turn when so much has happened. */
  stopAfter: fc.option(fc.integer({ min: 0, max: 40 })),
});

type Script = typeof script extends fc.Arbitrary<infer T> ? T : never;
type Step = Script["steps"][number];

const usage = { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0 };

function answerOf({ text: words, calls, end }: Step): readonly (StepEvent | Error)[] {
  const said: StepEvent[] = words === "" ? [] : [{ type: "text-delta", delta: words }];
  const written = calls.flatMap(({ name, args, id }): StepEvent[] => [
    { type: "tool-call-start", callId: `w${id}`, name },
    { type: "tool-call", callId: `w${id}`, name, arguments: args, argumentsText: "{" },
  ]);
  if (end === "silent") return [...said, ...written];
  if (end === "cut") return [...said, ...written, new AppError("model-cut", "It broke off.")];
  return [...said, ...written, { type: "step-end", reason: end, usage }];
}

/** Runs the script and remembers what every port saw. */
async function play({ steps, stopAfter }: Script) {
  const abort = new AbortController();
  const ran: string[] = [];
  const journal = new FakeJournal();
  const model = new FakeModel(...steps.map(answerOf), text("The end"));
  const outcomes: Record<string, () => ToolOutcome> = {
    result: () => resultOf("ok"),
    error: () => resultOf("no", true),
    failed: () => ({ kind: "failed", failure: { code: "x", message: "It ended." } }),
    "timed-out": () => ({ kind: "timed-out", failure: { code: "x", message: "Too late." } }),
  };
  const tools = new FakeTools(async (one) => {
    ran.push(one.id);
    await Promise.resolve();
    if (abort.signal.aborted) return { kind: "stopped" };
    return (outcomes[fateOf(one)] ?? (() => resultOf("ok")))();
  }, offered);
  const approvals = {
    decide: (one: ToolCall) => {
      const fate = fateOf(one);
      if (fate === "undecided") return Promise.reject(new Error("no rules"));
      const denied = { kind: "denied", failure: null } as const;
      return Promise.resolve(fate === "denied" ? denied : ({ kind: "allowed" } as const));
    },
  };
  const limits = { ...usualTurnLimits, steps: 4, sameCall: 2 };
  const ports = turnPorts({ model, tools, approvals, journal, limits });
  const events = ports.events;
  const emit = (event: (typeof events)[number]): void => {
    events.push(event);
    if (stopAfter !== null && events.length > stopAfter) abort.abort();
  };
  const end = await runTurn(asked("Go"), { ...ports, emit }, abort.signal);
  return { end, events, ran, model, journal };
}

function fateOf(one: ToolCall): string {
  const fate = one.arguments["fate"];
  return typeof fate === "string" ? fate : "result";
}

describe("a turn with any model whatever", () => {
  it("ends in a defined state, and tells of it last", async () => {
    await fc.assert(
      fc.asyncProperty(script, async (given) => {
        const { end, events } = await play(given);
        expect(["finished", "stopped", "failed"]).toContain(end.reason);
        expect(events.at(-1)).toEqual({ type: "turn-end", ...end });
        expect(events.filter(({ type }) => type === "turn-end")).toHaveLength(1);
      }),
    );
  });

  it("gives every call one end, in memory and on disk, and never runs one twice", async () => {
    await fc.assert(
      fc.asyncProperty(script, async (given) => {
        const { events, ran, journal } = await play(given);
        const told = new Map<string, ToolCall>();
        for (const event of events)
          if (event.type === "tool-call") told.set(event.call.id, event.call);
        const saved = new Map<string, ToolCall>();
        for (const one of journal.saved) if ("wireId" in one) saved.set(one.id, one);
        expect([...told.values()].filter(({ state }) => !isSettled(state))).toEqual([]);
        expect(saved).toEqual(told);
        expect(new Set(ran).size).toBe(ran.length);
      }),
    );
  });

  it("sends the model a result for each call, once and in the order of the calls (B12.4)", async () => {
    await fc.assert(
      fc.asyncProperty(script, async (given) => {
        const { model } = await play(given);
        for (const { transcript } of model.requests) {
          for (const [index, entry] of transcript.entries()) {
            if (entry.role !== "assistant") continue;
            const asked = entry.parts.flatMap((part) =>
              part.type === "tool-call" ? [part.callId] : [],
            );
            const next = transcript[index + 1];
            const answered = next?.role === "tool" ? next.results.map(({ callId }) => callId) : [];
            expect(answered).toEqual(asked);
          }
        }
      }),
    );
  });

  it("runs no call of an answer that was cut off", async () => {
    await fc.assert(
      fc.asyncProperty(script, async (given) => {
        const cut = given.steps.map((one) => ({ ...one, end: "length" as const }));
        const { ran, end } = await play({ ...given, steps: cut, stopAfter: null });
        expect(ran).toEqual([]);
        expect(end).toMatchObject({ reason: "failed", failure: { code: "limit-answer" } });
      }),
    );
  });
});
