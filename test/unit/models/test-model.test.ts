import { once } from "node:events";
import { expect, test } from "vitest";
import type { ModelPort, StepEvent, StepRequest } from "../../../src-main/agent/ports.ts";
import { AppError } from "../../../src-main/base/errors.ts";
import { testModel } from "../../../src-main/models/test-model.ts";
import { noUsage } from "../../../src-preload/model/turn.ts";

/** Sends these events, then waits for the abort. */
class HangingModel implements ModelPort {
  readonly #events: readonly StepEvent[];
  stopped = false;

  constructor(...events: readonly StepEvent[]) {
    this.#events = events;
  }

  async *stream(_request: StepRequest, signal: AbortSignal): AsyncGenerator<StepEvent> {
    try {
      for (const event of this.#events) yield event;
      if (!signal.aborted) await once(signal, "abort");
    } finally {
      this.stopped = true;
    }
  }
}

class FailingModel implements ModelPort {
  async *stream(): AsyncGenerator<StepEvent> {
    yield* await Promise.resolve([]);
    throw new AppError("model-key-refused", "The key is wrong.");
  }
}

const never = new AbortController().signal;

test.each<StepEvent>([
  { type: "text-delta", delta: "ready" },
  { type: "reasoning-delta", delta: "hm" },
  { type: "step-end", reason: "length", usage: noUsage },
])("a model works as soon as it sends $type", async (event) => {
  const model = new HangingModel({ type: "text-start" }, event);
  await expect(testModel(model, never)).resolves.toBeUndefined();
  expect(model.stopped).toBe(true);
});

test("a model that fails is told in its own words", async () => {
  await expect(testModel(new FailingModel(), never)).rejects.toMatchObject({
    code: "model-key-refused",
  });
});

test("a model that stays silent is given up after the limit", async () => {
  await expect(testModel(new HangingModel(), never, 5)).rejects.toMatchObject({
    code: "model-unreachable",
    message: expect.stringContaining("did not begin to answer") as string,
  });
});

test("a person who goes back ends the test", async () => {
  const back = new AbortController();
  const tested = testModel(new HangingModel(), back.signal);
  back.abort(new Error("went back"));
  await expect(tested).rejects.toThrow("went back");
});
