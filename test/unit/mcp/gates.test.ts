import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AbortWatch } from "../../../src-main/mcp/connection/abort-watch.ts";
import { CallTimer } from "../../../src-main/mcp/connection/call-timer.ts";
import { NoticeGate } from "../../../src-main/mcp/connection/notice-gate.ts";
import { ProgressGate } from "../../../src-main/mcp/connection/progress-gate.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("progress (M15)", () => {
  it("is told at once while there is little, and at a pace when there is much", () => {
    const told: string[] = [];
    const gate = new ProgressGate((text) => told.push(text));
    for (let step = 1; step <= 1_000; step += 1) gate.add(String(step));
    expect(told).toEqual(Array.from({ length: 20 }, (_, index) => String(index + 1)));
    vi.advanceTimersByTime(50);
    expect(told.at(-1)).toBe("1000");
    expect(told).toHaveLength(21);
  });

  it("loses the last one never", () => {
    const told: string[] = [];
    const gate = new ProgressGate((text) => told.push(text));
    for (let step = 1; step <= 30; step += 1) gate.add(String(step));
    gate.flush();
    expect(told.at(-1)).toBe("30");
    gate.flush();
    expect(told).toHaveLength(21);
  });
});

describe("a notice that comes again and again (M7)", () => {
  it("is handed on at once, and those that follow as one", () => {
    const told: number[] = [];
    const gate = new NoticeGate<number>((notice) => told.push(notice));
    for (const notice of [1, 2, 3]) gate.add("list_changed", notice);
    expect(told).toEqual([1]);
    vi.advanceTimersByTime(200);
    expect(told).toEqual([1, 3]);
  });

  it("is handed on before an answer that comes after it", () => {
    const told: number[] = [];
    const gate = new NoticeGate<number>((notice) => told.push(notice));
    for (const notice of [1, 2]) gate.add("list_changed", notice);
    gate.flush();
    expect(told).toEqual([1, 2]);
  });
});

describe("the time of a call (M10)", () => {
  it("is set back by progress, but not beyond ten times itself", () => {
    const onExpired = vi.fn<() => void>();
    const timer = new CallTimer(100, onExpired);
    for (let spent = 0; spent < 990; spent += 50) {
      vi.advanceTimersByTime(50);
      timer.reset();
    }
    expect(onExpired).toHaveBeenCalledTimes(1);
  });

  it("ends when nothing is heard for its length", () => {
    const onExpired = vi.fn<() => void>();
    const timer = new CallTimer(100, onExpired);
    vi.advanceTimersByTime(60);
    timer.reset();
    vi.advanceTimersByTime(99);
    expect(onExpired).not.toHaveBeenCalled();
    vi.advanceTimersByTime(2);
    expect(onExpired).toHaveBeenCalledTimes(1);
  });

  it("may be longer than any timer takes", () => {
    const onExpired = vi.fn<() => void>();
    const timer = new CallTimer(1e12, onExpired);
    vi.advanceTimersByTime(1_000);
    expect(onExpired).not.toHaveBeenCalled();
    timer.clear();
  });
});

describe("a signal of several calls", () => {
  it("stops those that are still under way", () => {
    const stopped: string[] = [];
    const watch = new AbortWatch();
    const abort = new AbortController();
    const unwatch = watch.add(abort.signal, () => stopped.push("answered"));
    watch.add(abort.signal, () => stopped.push("under way"));
    unwatch();
    abort.abort();
    expect(stopped).toEqual(["under way"]);
  });
});
