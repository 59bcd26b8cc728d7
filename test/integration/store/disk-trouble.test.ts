import { constants } from "node:os";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { isPicture } from "../../../src-preload/model/content.ts";
import { openRecords } from "../../../src-main/store/open-records.ts";
import { badDisk, whyNoBadDisk } from "../../support/bad-disk.ts";
import { childProgram, runChild } from "../../support/child-program.ts";
import { tempFolder } from "../../support/temp-folder.ts";

/** Writes at which the disk begins to fail; the full size is run by the reliability card. */
const ROUNDS = Number(process.env["PILOTHOUSE_ROUNDS"] ?? 30);

const FAILURES = [constants.errno.EIO, constants.errno.ENOSPC, constants.errno.EROFS] as const;

/** Whether the disk is a bad one from the start, or only once the records are open. */
type When = "from-start" | "once-open";

const CASES = Array.from({ length: ROUNDS }, (_, index) => index + 1).flatMap((at) => [
  { at, when: "from-start" as const },
  { at, when: "once-open" as const },
]);

/** A turn on a disk that fails from the k-th write on and recovers; returns what its writer was told. */
async function turnOnBadDisk(
  folder: string,
  at: number,
  errno: number,
  when: When,
): Promise<readonly string[]> {
  const flag = path.join(tempFolder(), "failing");
  if (when === "from-start") writeFileSync(flag, "");
  const program = await childProgram(path.join(import.meta.dirname, "disk-user.ts"));
  const env = badDisk({ folder, fail: { at, errno, flag } });
  const run = await runChild(program, [folder, flag, when], { env });
  expect(run).toMatchObject({ code: 0, signal: null });
  return run.lines;
}

async function expectWholeTurn(folder: string): Promise<void> {
  const store = await openRecords(folder);
  try {
    expect(store.status()).toEqual({ trouble: null, unsaved: 0, repair: null });
    expect(store.messages.list("c1").map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    expect(store.turns.list("c1")).toMatchObject([{ state: "finished" }]);
    const picture = store.toolCalls.list("c1")[0]?.result?.content.find(isPicture);
    expect(store.files.readPicture(picture?.file ?? "")?.bytes.byteLength).toBe(picture?.bytes);
  } finally {
    store.close();
  }
}

describe("a disk that fails (R14)", () => {
  const noShim = whyNoBadDisk();
  const reason = noShim ? `: ${noShim}` : "";

  it.skipIf(noShim).each(CASES)(
    `from the $at-th write on, $when, is told of, and all is saved once it works again${reason}`,
    async ({ at, when }) => {
      const errno = FAILURES[at % FAILURES.length] ?? FAILURES[0];
      const folder = tempFolder();
      const lines = await turnOnBadDisk(folder, at, errno, when);
      expect(lines.at(-1)).toBe('{"trouble":null,"unsaved":0,"repair":null}');
      // A turn has fewer writes than the last cases wait for.
      if (lines.length > 1) expect(lines[0]).toMatch(/^(refused|trouble) storage-/);
      await expectWholeTurn(folder);
    },
  );

  it.skipIf(noShim)(`says when it begins and when it is over${reason}`, async () => {
    const lines = await turnOnBadDisk(tempFolder(), 1, constants.errno.ENOSPC, "once-open");
    expect(lines[0]).toBe("trouble storage-full");
    expect(lines).toContain("refused storage-full");
    expect(lines).toContain("no trouble");
  });
});
