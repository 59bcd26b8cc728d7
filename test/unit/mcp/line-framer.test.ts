import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LineFramer, type OversizedLine } from "../../../src-main/mcp/connection/line-framer.ts";

function frame(chunks: readonly Buffer[], cap = 1_000_000) {
  const lines: string[] = [];
  const oversized: OversizedLine[] = [];
  const framer = new LineFramer(cap, {
    onLine: (line) => lines.push(line.toString()),
    onOversized: (line) => oversized.push(line),
  });
  for (const chunk of chunks) framer.push(chunk);
  return { lines, oversized };
}

describe("the line framer (M13)", () => {
  it("finds the same lines wherever the bytes are split", () => {
    const text = fc.array(
      fc.string({ unit: "grapheme" }).map((line) => line.replace(/[\r\n]/g, "")),
    );
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 7 }), (lines, size) => {
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(""));
        const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
          bytes.subarray(index * size, (index + 1) * size),
        );
        const wanted = lines.filter((line) => line !== "");
        expect(frame(chunks).lines).toEqual(wanted.map((line) => Buffer.from(line).toString()));
      }),
    );
  });

  it("gives up a line over the cap and keeps its two ends, and the lines after it", () => {
    const long = `HEAD${"x".repeat(50_000)}TAIL`;
    const bytes = Buffer.from(`${long}\nnext\n`);
    const { lines, oversized } = frame([bytes.subarray(0, 30_000), bytes.subarray(30_000)], 10_000);
    expect(lines).toEqual(["next"]);
    const whole = oversized.find(({ isWhole }) => isWhole);
    expect(whole?.head.startsWith("HEAD")).toBe(true);
    expect(whole?.tail.endsWith("TAIL")).toBe(true);
    expect(whole?.bytes).toBe(long.length);
  });

  it("tells of a line that has no end once it passes the cap, and keeps no more of it (B4.4)", () => {
    const piece = Buffer.alloc(64 * 1_024, "x");
    const { oversized } = frame(
      Array.from({ length: 48 }, () => piece),
      1_000_000,
    );
    expect(oversized.map(({ isWhole }) => isWhole)).toEqual([false, false, false]);
    expect(oversized.at(-1)?.tail.length).toBeLessThanOrEqual(4 * 1_024);
  });

  it("gives the same line however it is split (B4.4)", () => {
    const whole = "x".repeat(100_000);
    const pieces = Array.from({ length: 1_000 }, (_none, at) =>
      Buffer.from(whole.slice(at * 100, (at + 1) * 100)),
    );
    const { lines } = frame([...pieces, Buffer.from("\n")], 1_000_000);
    expect(lines).toEqual([whole]);
  });
});
