import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Burst } from "../../../src-main/mcp/connection/burst.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function counted() {
  const work = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const burst = new Burst(work);
  const notices = async (count: number, everyMs: number) => {
    for (let n = 0; n < count; n += 1) {
      burst.notice();
      await vi.advanceTimersByTimeAsync(everyMs);
    }
  };
  return { work, burst, notices };
}

describe("a burst of notices (M7)", () => {
  it("is answered once, at its end", async () => {
    const { work, notices } = counted();
    await notices(5, 10);
    expect(work).toHaveBeenCalledTimes(0);
    await vi.advanceTimersByTimeAsync(100);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it("is answered at once for who cannot wait, and once more at its end", async () => {
    const { work, burst, notices } = counted();
    burst.notice();
    await burst.settled();
    expect(work).toHaveBeenCalledTimes(1);
    await notices(4, 10);
    const waiting = burst.settled();
    await vi.advanceTimersByTimeAsync(200);
    await waiting;
    expect(work).toHaveBeenCalledTimes(2);
  });

  it("is not answered again when nothing came after the hurried answer", async () => {
    const { work, burst } = counted();
    burst.notice();
    await burst.settled();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it("without an end is answered twice in five seconds at most", async () => {
    const { work, burst, notices } = counted();
    for (let second = 0; second < 20; second += 1) {
      await notices(20, 50);
      void burst.settled();
    }
    expect(work.mock.calls.length).toBeGreaterThanOrEqual(4);
    expect(work.mock.calls.length).toBeLessThanOrEqual(9);
  });

  it("lets nobody wait any more when the server has gone", async () => {
    const { work, burst } = counted();
    burst.notice();
    await burst.settled();
    burst.notice();
    const waiting = burst.settled();
    burst.stop();
    await waiting;
    expect(work).toHaveBeenCalledTimes(1);
  });
});
