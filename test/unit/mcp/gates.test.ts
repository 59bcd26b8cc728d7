import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CallInFlight } from "../../../src-main/mcp/connection/call-in-flight.ts";
import { CallQueue } from "../../../src-main/mcp/connection/call-queue.ts";
import { CallWatch } from "../../../src-main/mcp/connection/call-watch.ts";
import { IdleTimer } from "../../../src-main/mcp/connection/idle-timer.ts";
import { NoticeGate } from "../../../src-main/mcp/connection/notice-gate.ts";
import { ProgressGate } from "../../../src-main/mcp/connection/progress-gate.ts";
import { Seldom } from "../../../src-main/mcp/connection/seldom.ts";

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

const never = new AbortController().signal;

/** A watch that notes which calls ended how, and calls for it. */
function watched() {
  const expired: CallInFlight[] = [];
  const aborted: CallInFlight[] = [];
  const watch = new CallWatch<CallInFlight>({
    onExpired: (call) => expired.push(call),
    onAborted: (call) => aborted.push(call),
  });
  const add = (timeoutMs: number, signal = never) => {
    const call = new CallInFlight({ timeoutMs, signal });
    watch.add(call);
    return call;
  };
  return { watch, add, expired, aborted };
}

describe("the time of a call (M10)", () => {
  it("is set back by progress, but not beyond ten times itself", () => {
    const { add, expired } = watched();
    const call = add(100);
    for (let spent = 0; spent < 950; spent += 50) {
      vi.advanceTimersByTime(50);
      call.progressed({ progress: spent });
    }
    expect(expired).toEqual([]);
    vi.advanceTimersByTime(51);
    expect(expired).toEqual([call]);
    call.end();
  });

  it("ends when nothing is heard for its length", () => {
    const { add, expired } = watched();
    const call = add(100);
    vi.advanceTimersByTime(60);
    call.progressed({ progress: 1 });
    vi.advanceTimersByTime(99);
    expect(expired).toEqual([]);
    vi.advanceTimersByTime(2);
    expect(expired).toEqual([call]);
  });

  it("may be longer than any timer takes", () => {
    const { add, expired, watch } = watched();
    add(1e12);
    vi.advanceTimersByTime(1_000);
    expect(expired).toEqual([]);
    watch.dispose();
  });

  it("is each call's own, whichever began first", () => {
    const { add, expired } = watched();
    const long = add(300);
    const short = add(100);
    vi.advanceTimersByTime(101);
    expect(expired).toEqual([short]);
    vi.advanceTimersByTime(200);
    expect(expired).toEqual([short, long]);
  });

  it("is no more once it is answered, and leaves no timer that fires for it", () => {
    const { watch, add, expired } = watched();
    watch.delete(add(100));
    vi.advanceTimersByTime(101);
    expect(expired).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("a signal of several calls", () => {
  it("stops those that are still under way, and none of another signal", () => {
    const { watch, add, aborted } = watched();
    const abort = new AbortController();
    watch.delete(add(100, abort.signal));
    const underWay = add(100, abort.signal);
    add(100);
    abort.abort();
    expect(aborted).toEqual([underWay]);
    watch.dispose();
  });
});

describe("calls that come one after the other", () => {
  /** A call that ends when it is told to. */
  function slow(log: string[], name: string) {
    let end = () => {};
    const done = new Promise<void>((resolve) => (end = resolve));
    const call = async () => {
      log.push(name);
      await done;
    };
    return { call, end };
  }

  it("begin in their order, each after the end of the one before", async () => {
    const log: string[] = [];
    const queue = new CallQueue(false);
    const first = slow(log, "first");
    const all = [
      queue.run(never, first.call),
      queue.run(never, () => Promise.resolve(log.push("second"))),
      queue.run(never, () => Promise.resolve(log.push("third"))),
    ];
    expect(log).toEqual(["first"]);
    first.end();
    await Promise.all(all);
    expect(log).toEqual(["first", "second", "third"]);
  });

  it("go on after one that was given up in the line, and after one that failed", async () => {
    const log: string[] = [];
    const queue = new CallQueue(false);
    const first = slow(log, "first");
    const abort = new AbortController();
    const running = queue.run(never, first.call);
    const givenUp = queue.run(abort.signal, () => Promise.resolve(log.push("given up")));
    const failing = queue.run(never, () => Promise.reject(new Error("it failed")));
    const last = queue.run(never, () => Promise.resolve(log.push("last")));
    abort.abort(new Error("not any more"));
    await expect(givenUp).rejects.toThrow("not any more");
    first.end();
    await expect(failing).rejects.toThrow("it failed");
    await Promise.all([running, last]);
    expect(log).toEqual(["first", "last"]);
  });
});

describe("an idle server", () => {
  function idle(timeoutMs: number) {
    const onIdle = vi.fn<() => void>();
    const timer = new IdleTimer({ timeoutMs: () => timeoutMs, onIdle });
    return { timer, onIdle };
  }

  it("is one of which nothing was asked for its time after the last call", () => {
    const { timer, onIdle } = idle(1_000);
    for (let calls = 0; calls < 3; calls += 1) {
      timer.begin();
      timer.end();
      vi.advanceTimersByTime(600);
    }
    expect(onIdle).not.toHaveBeenCalled();
    vi.advanceTimersByTime(401);
    expect(onIdle).toHaveBeenCalledTimes(1);
  });

  it("is not one that works on a call, however long", () => {
    const { timer, onIdle } = idle(1_000);
    timer.begin();
    timer.end();
    timer.begin();
    vi.advanceTimersByTime(5_000);
    expect(onIdle).not.toHaveBeenCalled();
    timer.end();
    vi.advanceTimersByTime(1_001);
    expect(onIdle).toHaveBeenCalledTimes(1);
  });

  it("is none where the time is 0", () => {
    const { timer, onIdle } = idle(0);
    timer.begin();
    timer.end();
    vi.advanceTimersByTime(1e9);
    expect(onIdle).not.toHaveBeenCalled();
  });
});

describe("news of the counts of calls", () => {
  it("are told once for many, the last of them always", () => {
    let calls = 0;
    const told: number[] = [];
    const news = new Seldom(250, () => told.push(calls));
    for (calls = 1; calls < 1_000; calls += 1) news.ask();
    expect(told).toEqual([]);
    vi.advanceTimersByTime(250);
    expect(told).toEqual([1_000]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("go with a change of state, which waits for nothing", () => {
    const told: string[] = [];
    const news = new Seldom(250, () => told.push("told"));
    news.ask();
    news.now();
    vi.advanceTimersByTime(1_000);
    expect(told).toEqual(["told"]);
  });
});
