import { expect, test } from "vitest";
import { modelError, noRetry, type RetryHint } from "../../../src-main/models/retry-hint.ts";
import { withRetries } from "../../../src-main/models/retry.ts";

const failure = (hint: RetryHint) => modelError("model-overloaded", "Busy.", hint);

/** Fails with these errors, one an attempt, and then answers. */
class Attempts {
  count = 0;
  readonly #errors: readonly Error[];
  readonly #before: readonly string[];

  constructor(errors: readonly Error[], before: readonly string[] = []) {
    this.#errors = errors;
    this.#before = before;
  }

  async *next(): AsyncGenerator<string> {
    const error = this.#errors[this.count++];
    yield* await Promise.resolve(this.#before);
    if (error !== undefined) throw error;
    yield "answer";
  }
}

async function run(attempts: Attempts, waits: number[], retries = 2): Promise<readonly string[]> {
  const events: string[] = [];
  const wait = (ms: number) => Promise.resolve(waits.push(ms));
  const policy = { retries, wait };
  const { signal } = new AbortController();
  for await (const event of withRetries(() => attempts.next(), policy, signal)) events.push(event);
  return events;
}

test("a passing failure is tried again after a wait that doubles", async () => {
  const waits: number[] = [];
  const soon = { retry: true, afterMs: null };
  const attempts = new Attempts([failure(soon), failure(soon)]);
  expect(await run(attempts, waits)).toEqual(["answer"]);
  expect(waits).toEqual([1_000, 2_000]);
});

test("the wait that the server asked for is kept", async () => {
  const waits: number[] = [];
  await run(new Attempts([failure({ retry: true, afterMs: 7_000 })]), waits);
  expect(waits).toEqual([7_000]);
});

test("a server that asks for more than a minute is not waited for", async () => {
  const attempts = new Attempts([failure({ retry: true, afterMs: 61_000 })]);
  await expect(run(attempts, [])).rejects.toThrow("Busy.");
  expect(attempts.count).toBe(1);
});

test("a failure that stays is told after the last attempt", async () => {
  const busy = failure({ retry: true, afterMs: 0 });
  const attempts = new Attempts([busy, busy, busy, busy]);
  await expect(run(attempts, [])).rejects.toBe(busy);
  expect(attempts.count).toBe(3);
});

test("a failure that cannot pass is told at once", async () => {
  const attempts = new Attempts([failure(noRetry)]);
  await expect(run(attempts, [])).rejects.toThrow("Busy.");
  expect(attempts.count).toBe(1);
});

test("nothing is tried again once a part of the answer was shown", async () => {
  const attempts = new Attempts([failure({ retry: true, afterMs: 0 })], ["part"]);
  await expect(run(attempts, [])).rejects.toThrow("Busy.");
  expect(attempts.count).toBe(1);
});

test("without retries the first failure is told", async () => {
  const attempts = new Attempts([failure({ retry: true, afterMs: 0 })]);
  await expect(run(attempts, [], 0)).rejects.toThrow("Busy.");
});
