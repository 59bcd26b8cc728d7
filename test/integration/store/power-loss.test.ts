import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { badDisk, whyNoBadDisk, whyNoStrace } from "../../support/bad-disk.ts";
import { runChild } from "../../support/child-program.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { expectAllThere, turnWriter } from "./acknowledged.ts";

/** Losses of power in one run, each at another write or sync; the full size is run by the reliability card. */
const ROUNDS = Number(process.env["PILOTHOUSE_ROUNDS"] ?? 20);

/** Every so many writes the power fails: a number without a common part with what a turn writes. */
const STRIDE = 23;

const TURNS = 12;

describe("a loss of power (R15)", () => {
  const noStrace = whyNoStrace();
  it.skipIf(noStrace)(
    `finds a sync to disk before everything that is acknowledged${noStrace ? `: ${noStrace}` : ""}`,
    async () => {
      const folder = tempFolder();
      const trace = path.join(folder, "trace");
      await runChild(await turnWriter(), [path.join(folder, "data"), String(TURNS)], {
        before: [
          "strace",
          "-f",
          "-qq",
          "-e",
          "trace=fsync,fdatasync,write",
          "-s",
          "40",
          "-o",
          trace,
        ],
      });
      const syncs = syncsBeforeEach(readFileSync(trace, "utf8"));
      expect(syncs).toHaveLength(TURNS * 4);
      expect(Math.min(...syncs)).toBeGreaterThanOrEqual(1);
    },
  );

  const noShim = whyNoBadDisk();
  it.skipIf(noShim).each(Array.from({ length: ROUNDS }, (_, round) => 20 + round * STRIDE))(
    `takes nothing that was acknowledged, at the %i-th write${noShim ? `: ${noShim}` : ""}`,
    async (crashAt) => {
      const folder = tempFolder();
      const env = badDisk({ folder, crashAt });
      const { lines, signal } = await runChild(await turnWriter(), [folder, "0"], { env });
      expect(signal).toBe("SIGKILL");
      await expectAllThere(folder, lines);
    },
  );

  it.skipIf(noShim)(
    "does take it where the disk lies about its syncs, so these tests see a loss",
    async () => {
      const folder = tempFolder();
      const env = badDisk({ folder, crashAt: 300, lies: true });
      const { lines } = await runChild(await turnWriter(), [folder, "0"], { env });
      expect(lines).not.toEqual([]);
      await expect(expectAllThere(folder, lines)).rejects.toThrow("expected");
    },
  );
});

/** For each acknowledgement the syncs since the one before it. */
function syncsBeforeEach(trace: string): readonly number[] {
  const counts: number[] = [];
  let syncs = 0;
  for (const line of trace.split("\n")) {
    if (/\b(fsync|fdatasync)\(/.test(line)) syncs += 1;
    if (!/write\(1, "(sent|started|done|ended) /.test(line)) continue;
    counts.push(syncs);
    syncs = 0;
  }
  return counts;
}
