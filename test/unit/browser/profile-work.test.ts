import path from "node:path";
import { describe, expect, it } from "vitest";
import type { ProcessLookup } from "../../../src-main/browser/profile-lock.ts";
import { prepareProfile } from "../../../src-main/browser/profile.ts";
import { untilProfileIsFree, withProfileToItself } from "../../../src-main/browser/profile-work.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const nothingRuns: ProcessLookup = { withArgument: () => [], commandLineOf: () => "gone" };

/** Work that lasts until it is told to end. */
function lasting(profile: string) {
  const { promise, resolve, reject } = deferred();
  const done = withProfileToItself(profile, () => promise);
  return { done, end: resolve, fail: reject };
}

function deferred() {
  let resolve: () => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

describe("work on a browser profile", () => {
  it("holds a start with the profile up until it has ended, however it ends", async () => {
    const profile = path.join(tempFolder(), "profile");
    const order: string[] = [];
    const work = lasting(profile);
    const started = prepareProfile(profile, nothingRuns).then(() => order.push("started"));
    // One that nobody holds up, begun later.
    await prepareProfile(path.join(tempFolder(), "other"), nothingRuns);
    order.push("copied");
    work.fail(new Error("The disk is full."));
    await expect(work.done).rejects.toThrow("The disk is full.");
    await started;
    expect(order).toEqual(["copied", "started"]);
  });

  it("is refused while other work on the same profile is under way", async () => {
    const profile = path.join(tempFolder(), "profile");
    const work = lasting(profile);
    await expect(withProfileToItself(profile, async () => {})).rejects.toMatchObject({
      code: "profile-busy",
    });
    work.end();
    await work.done;
    await withProfileToItself(profile, async () => {});
  });

  it("keeps nobody from another profile", async () => {
    const folder = tempFolder();
    const work = lasting(path.join(folder, "one"));
    await untilProfileIsFree(path.join(folder, "other"));
    work.end();
    await work.done;
  });
});
