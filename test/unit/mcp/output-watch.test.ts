import { describe, expect, it } from "vitest";
import { OutputWatch } from "../../../src-main/mcp/connection/output-watch.ts";

describe("the watch over a server's output", () => {
  it("finds the one that writes more than it may within ten seconds", () => {
    let now = 0;
    const watch = new OutputWatch(100, () => now);
    expect(watch.isTooMuch(60)).toBe(false);
    now = 9_999;
    expect(watch.isTooMuch(41)).toBe(true);
  });

  it("counts anew after that time", () => {
    let now = 0;
    const watch = new OutputWatch(100, () => now);
    watch.isTooMuch(90);
    now = 10_000;
    expect(watch.isTooMuch(90)).toBe(false);
  });
});
