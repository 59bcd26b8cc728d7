import { describe, expect, it } from "vitest";
import type { StepEvent } from "../../../src-main/agent/ports.ts";
import { runTurn } from "../../../src-main/agent/run-turn.ts";
import { AppError } from "../../../src-main/base/errors.ts";
import { isSettled, type ToolCall } from "../../../src-preload/model/tool-call.ts";
import { asked, calls, FakeModel, FakeTools, text, turnPorts } from "../../fixtures/turn-ports.ts";

const reasoning: readonly StepEvent[] = [
  { type: "reasoning-start" },
  { type: "reasoning-delta", delta: "Let me see" },
  { type: "reasoning-end", providerData: { signature: "s" } },
];

/** Answers as providers stream them: of each, a turn is cut after every event. */
const recordings: Readonly<Record<string, readonly StepEvent[]>> = {
  "a text": text("I look at the page first"),
  "a text, then a call": [...text("I look").slice(0, -1), ...calls(["look", { at: 1 }])],
  "reasoning, then two calls": [...reasoning, ...calls(["look", {}], ["act", { on: 1 }])],
  "a call with arguments that are no JSON": calls(["act", '{"on": ']),
  "reasoning, a text, three calls": [
    ...reasoning,
    ...text("So").slice(0, -1),
    ...calls(["look", {}], ["nobody", {}], ["act", {}]),
  ],
};

const cuts = Object.entries(recordings).flatMap(([name, events]) =>
  events.flatMap((_event, at) =>
    (["breaks off", "falls silent", "is stopped"] as const).map((how) => ({ name, at, how })),
  ),
);

describe("a stream that ends where it should not (R13)", () => {
  it.each(cuts)(
    "has a defined end, and runs no call twice: $name $how after event $at",
    async (cut) => {
      const events = recordings[cut.name]?.slice(0, cut.at) ?? [];
      const abort = new AbortController();
      const model = new FakeModel(async function* (): AsyncIterable<StepEvent> {
        yield* events;
        await Promise.resolve();
        if (cut.how === "breaks off") throw new AppError("model-cut", "It broke off.");
        if (cut.how === "is stopped") abort.abort();
      }, text("Done"));
      const tools = new FakeTools();
      const ports = turnPorts({ model, tools });
      const end = await runTurn(asked("x"), ports, abort.signal);
      expect(end.reason).toBe(cut.how === "is stopped" ? "stopped" : "failed");
      expect(model.requests).toHaveLength(1);
      expect(tools.called).toEqual([]);
      const last = new Map<string, ToolCall>();
      for (const event of ports.events)
        if (event.type === "tool-call") last.set(event.call.id, event.call);
      expect([...last.values()].every(({ state }) => isSettled(state))).toBe(true);
    },
  );
});
