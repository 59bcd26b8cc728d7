import { expect, test } from "vitest";
import { TourRecorder } from "../../../src-main/tour/tour-recorder.ts";
import type { ToolCall } from "../../../src-preload/model/tool-call.ts";

function toolCall(changes: Partial<ToolCall>): ToolCall {
  return {
    id: "1",
    wireId: "call_1",
    conversationId: "tour",
    turnId: "t",
    messageId: "m",
    server: "playwright",
    tool: "browser_click",
    name: "browser_click",
    arguments: { target: "e1" },
    argumentsText: null,
    state: "done",
    page: null,
    progress: null,
    startedAt: 1_000,
    finishedAt: 1_250,
    result: null,
    failure: null,
    ...changes,
  };
}

function stepsAfter(...calls: readonly Partial<ToolCall>[]) {
  const recorder = new TourRecorder("tour");
  for (const call of calls) {
    recorder.onEvent({ type: "tool-call-changed", toolCall: toolCall(call) });
  }
  return recorder.steps;
}

test("a call is one step with its time and its latest state", () => {
  expect(stepsAfter({ state: "running", finishedAt: null }, { state: "done" })).toEqual([
    { tool: "browser_click", arguments: { target: "e1" }, durationMs: 250, outcome: "ok" },
  ]);
});

test("calls keep the order of their coming", () => {
  const steps = stepsAfter({ id: "1" }, { id: "2", tool: "browser_snapshot" }, { id: "1" });
  expect(steps.map((step) => step.tool)).toEqual(["browser_click", "browser_snapshot"]);
});

test.each(["failed", "timed-out", "denied", "stopped", "skipped", "running"] as const)(
  "a call that is %s counts as failed",
  (state) => {
    expect(stepsAfter({ state })[0]?.outcome).toBe("failed");
  },
);

test("a result that reports an error counts as failed", () => {
  const result = { isError: true, content: [], model: [] };
  expect(stepsAfter({ result })[0]?.outcome).toBe("failed");
});

test("a call that never reached its server took no time", () => {
  expect(stepsAfter({ state: "denied", startedAt: null })[0]?.durationMs).toBe(0);
});

test("other conversations and other events leave no step", () => {
  const recorder = new TourRecorder("tour");
  recorder.onEvent({
    type: "tool-call-changed",
    toolCall: toolCall({ conversationId: "another" }),
  });
  recorder.onEvent({ type: "notice", conversationId: "tour", message: "Hello" });
  expect(recorder.steps).toEqual([]);
});
