import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LineFramer, type OversizedLine } from "../../../src-main/mcp/connection/line-framer.ts";

function frame(chunks: readonly Buffer[], cap = 1_000_000) {
  const lines: string[] = [];
  const oversized: OversizedLine[] = [];
  const framer = new LineFramer(
    cap,
    (line) => lines.push(line),
    (line) => oversized.push(line),
  );
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
        const wanted = lines
          .map((line) => line.replace(/^\uFEFF/, "").trim())
          .filter((line) => line !== "");
        expect(frame(chunks).lines).toEqual(wanted);
      }),
    );
  });

  it("takes CRLF, a byte order mark and blank lines", () => {
    expect(frame([Buffer.from('\uFEFF{"a":1}\r\n\r\n\n{"b":2}\n')]).lines).toEqual([
      '{"a":1}',
      '{"b":2}',
    ]);
  });

  it("gives up a line over the cap and keeps its two ends, and the lines after it", () => {
    const long = `HEAD${"x".repeat(50_000)}TAIL`;
    const bytes = Buffer.from(`${long}\nnext\n`);
    const { lines, oversized } = frame([bytes.subarray(0, 30_000), bytes.subarray(30_000)], 10_000);
    expect(lines).toEqual(["next"]);
    expect(oversized).toHaveLength(1);
    expect(oversized[0]?.head.startsWith("HEAD")).toBe(true);
    expect(oversized[0]?.tail.endsWith("TAIL")).toBe(true);
    expect(oversized[0]?.bytes).toBe(long.length);
  });
});
