import { expect, it } from "vitest";
import { startChild } from "../../support/child-program.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { expectAllThere, turnWriter } from "./acknowledged.ts";

/** The full size is run by the reliability card. */
const ROUNDS = Number(process.env["PILOTHOUSE_ROUNDS"] ?? 50);

/** Lines of one round before the process is killed: at work, and each time at another point of it. */
const LEAST_LINES = 5;

/** How long one opening after a kill may take (R8), in milliseconds. */
const REOPEN_MS = 2_000;

/** Lets another process write turns into the folder and kills it; returns all that it gave as saved. */
async function writeUntilKilled(folder: string, lines: number): Promise<readonly string[]> {
  const writer = startChild(await turnWriter(), [folder]);
  const saved: string[] = [];
  for await (const line of writer.lines) {
    if (saved.push(line) === lines) writer.child.kill("SIGKILL");
  }
  await writer.ended;
  return saved;
}

it(
  "loses nothing that was saved when the process is killed at work, again and again (R8)",
  async () => {
    const folder = tempFolder();
    const saved: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      saved.push(...(await writeUntilKilled(folder, LEAST_LINES + (round % 9))));
      const before = performance.now();
      await expectAllThere(folder, saved);
      expect(performance.now() - before).toBeLessThan(REOPEN_MS);
    }
    expect(saved.length).toBeGreaterThan(ROUNDS * LEAST_LINES);
  },
  ROUNDS * 5_000,
);
