import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LineCap, LOG_LINES_PER_SECOND } from "../../../src-main/process/line-cap.ts";

const many = (count: number) => Array.from({ length: count }, (_, at) => `line ${at}`);

describe("the cap on what one child writes into the log", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("lets the first lines of each second through, and says once how many it left out", () => {
    const written: string[] = [];
    const cap = new LineCap((line) => written.push(line));
    cap.take(many(60));
    cap.take(many(5_000));
    cap.take(many(7));
    expect(written).toHaveLength(LOG_LINES_PER_SECOND);
    vi.advanceTimersByTime(1_000);
    expect(written.slice(LOG_LINES_PER_SECOND)).toEqual([
      `(${5_067 - LOG_LINES_PER_SECOND} more lines in this second are not in the log)`,
    ]);
    cap.take(["the next second"]);
    expect(written.at(-1)).toBe("the next second");
  });

  it("says nothing of what it has not left out, and leaves no timer behind", () => {
    const written: string[] = [];
    const cap = new LineCap((line) => written.push(line));
    cap.take(many(LOG_LINES_PER_SECOND));
    cap.endSpan();
    expect(written).toHaveLength(LOG_LINES_PER_SECOND);
    expect(vi.getTimerCount()).toBe(0);
  });
});
