import { describe, expect, it } from "vitest";
import {
  LATCH_FAILURES,
  LATCH_WINDOW_MS,
  RestartPolicy,
} from "../../../src-main/mcp/connection/restart-policy.ts";

function atTime() {
  let now = 0;
  return { policy: new RestartPolicy(() => now), pass: (ms: number) => (now += ms) };
}

describe("when a server that failed may be started again (M11)", () => {
  it("lets it start at once before anything failed", () => {
    expect(atTime().policy.waitMs()).toBe(0);
  });

  it("waits 1, 2, 4 … and at most 30 s from the failure on", () => {
    const { policy, pass } = atTime();
    const waits = [1, 2, 3, 4, 5, 6, 7].map(() => {
      policy.failed();
      const wait = policy.waitMs();
      // So far apart that it never latches, and near enough to be one row.
      pass(LATCH_WINDOW_MS / 2);
      return wait;
    });
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    expect(policy.latched).toBe(false);
  });

  it("counts the time that has passed since the failure", () => {
    const { policy, pass } = atTime();
    policy.failed();
    pass(400);
    expect(policy.waitMs()).toBe(600);
    pass(600);
    expect(policy.waitMs()).toBe(0);
  });

  it("begins a new row after a long time without a failure", () => {
    const { policy, pass } = atTime();
    policy.failed();
    policy.failed();
    pass(LATCH_WINDOW_MS);
    policy.failed();
    expect(policy.waitMs()).toBe(1_000);
  });

  it("latches at the fifth failure within two minutes", () => {
    const { policy, pass } = atTime();
    for (let failure = 1; failure < LATCH_FAILURES; failure += 1) policy.failed();
    expect(policy.latched).toBe(false);
    pass(LATCH_WINDOW_MS - 1);
    policy.failed();
    expect(policy.latched).toBe(true);
  });

  it("does not latch when the first of five is two minutes old", () => {
    const { policy, pass } = atTime();
    for (let failure = 1; failure < LATCH_FAILURES; failure += 1) policy.failed();
    pass(LATCH_WINDOW_MS);
    policy.failed();
    expect(policy.latched).toBe(false);
  });

  it("stays latched however much time passes, until it is forgiven", () => {
    const { policy, pass } = atTime();
    for (let failure = 0; failure < LATCH_FAILURES; failure += 1) policy.failed();
    pass(10 * LATCH_WINDOW_MS);
    expect(policy.latched).toBe(true);
    policy.forgive();
    expect(policy.latched).toBe(false);
    expect(policy.waitMs()).toBe(0);
  });
});
