import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, vi } from "vitest";
import { keptBytes } from "../../../src-main/runtime/part-file.ts";
import { BROWSER_SERVER_VERSION } from "../../../src-main/runtime/pinned-version.ts";
import { chromeArchive, setUpUnderTest, type SetUpUnderTest } from "./set-up-fixture.ts";

const chromium = `chromium/chromium-1247/chrome-linux64/chrome`;
const versionFolder = ({ root }: SetUpUnderTest) => path.join(root, BROWSER_SERVER_VERSION);

/** Nothing that could be taken for an installed browser. */
function expectNothingInstalled(test: SetUpUnderTest): void {
  expect(test.setUp.status().state).toBe("not-installed");
  expect(existsSync(path.join(versionFolder(test), "install.json"))).toBe(false);
}

describe("the set-up of Chromium (M25)", () => {
  it("gets, unpacks and tries it, in Playwright's own layout, and then counts", async () => {
    const test = await setUpUnderTest();
    expect(test.setUp.status()).toMatchObject({ state: "not-installed", setUp: { keptBytes: 0 } });
    expect(await test.finish()).toMatchObject({
      state: "ready",
      source: "own",
      browser: path.join(versionFolder(test), chromium),
      setUp: null,
    });
    expect(
      existsSync(path.join(versionFolder(test), "chromium/chromium-1247/INSTALLATION_COMPLETE")),
    ).toBe(true);
    expect(readdirSync(test.root)).toEqual([BROWSER_SERVER_VERSION]);
  });

  it("tells its phases in order, with bytes and their total", async () => {
    const test = await setUpUnderTest();
    await test.finish();
    const steps = test.told.flatMap((each) => (each.state === "installing" ? [each] : []));
    expect([...new Set(steps.map(({ phase }) => phase))]).toEqual([
      "downloading",
      "unpacking",
      "checking",
    ]);
  });

  it("tells bytes, total, rate and time left, also while nothing comes", async () => {
    let now = 0;
    const test = await setUpUnderTest({ clock: () => (now += 100) });
    test.server.faults.push({ kind: "stall", after: 100_000 });
    await test.finish();
    const steps = test.told.flatMap((each) => (each.state === "installing" ? [each] : []));
    const inTheMiddle = steps.find(
      ({ bytes, bytesPerSecond }) => bytes === 100_000 && bytesPerSecond,
    );
    expect(inTheMiddle).toMatchObject({ totalBytes: chromeArchive().length });
    expect(inTheMiddle?.secondsLeft).toBeGreaterThan(0);
  });

  it("keeps what it has when it is paused, offers the rest, and goes on with it", async () => {
    const test = await setUpUnderTest({ times: { stall: 60_000, retryPause: 0 } });
    test.server.faults.push({ kind: "stall", after: 100_000 });
    test.setUp.begin();
    await test.server.asked("chrome-linux64.zip");
    await untilBytes(test, 100_000);
    await test.setUp.cancel(true);
    expect(test.setUp.status()).toMatchObject({
      state: "not-installed",
      setUp: { keptBytes: 100_000, totalBytes: chromeArchive().length, failure: null },
    });
    expect((await test.finish()).state).toBe("ready");
    expect(test.server.requests[1]?.range).toBe("bytes=100000-");
  });

  it("keeps nothing when it is cancelled for good", async () => {
    const test = await setUpUnderTest({ times: { stall: 60_000, retryPause: 0 } });
    test.server.faults.push({ kind: "stall", after: 100_000 });
    test.setUp.begin();
    await test.server.asked("chrome-linux64.zip");
    await untilBytes(test, 100_000);
    await test.setUp.cancel(false);
    expect(test.setUp.status()).toMatchObject({ setUp: { keptBytes: 0 } });
    expect(readdirSync(test.root)).toEqual([]);
  });

  it("says in a sentence that there is no room, before it gets anything", async () => {
    const test = await setUpUnderTest({ freeBytes: () => Promise.resolve(1_000) });
    const status = await test.finish();
    expect(status).toMatchObject({ setUp: { failure: { code: "disk-full" }, keptBytes: 0 } });
    expectNothingInstalled(test);
  });

  it("throws an archive away that is none, and gets it anew the next time", async () => {
    const test = await setUpUnderTest({ chrome: Buffer.from("<html>A captive portal</html>") });
    const status = await test.finish();
    expect(status).toMatchObject({ setUp: { failure: { code: "archive-broken" }, keptBytes: 0 } });
    expectNothingInstalled(test);
  });

  it("advises no command, neither to the person nor in the log (B10.9)", async () => {
    const test = await setUpUnderTest({ chrome: Buffer.from("no archive") });
    const status = await test.finish();
    expect(JSON.stringify([status, test.told])).not.toContain("npx");
    expect(test.log.join("\n")).not.toContain("npx");
    expect(test.log.join("\n")).toContain("The set-up of Chromium failed");
  });

  it("does not count a browser that does not start", async () => {
    const test = await setUpUnderTest({
      chrome: chromeArchive({ content: "#!/bin/sh\nexit 1\n" }),
    });
    expect(await test.finish()).toMatchObject({
      setUp: { failure: { code: "browser-does-not-start" } },
    });
    expectNothingInstalled(test);
  });

  it("names the library that the system lacks, and keeps the good archive", async () => {
    const content =
      "#!/bin/sh\necho 'chrome: error while loading shared libraries: libnss3.so: cannot open' >&2\nexit 127\n";
    const chrome = chromeArchive({ content });
    const test = await setUpUnderTest({ chrome });
    const status = await test.finish();
    expect(status).toMatchObject({
      setUp: { failure: { message: expect.stringContaining("this system lacks libnss3.so") } },
    });
    expect("setUp" in status && status.setUp?.keptBytes).toBeGreaterThan(chrome.length - 1);
    expectNothingInstalled(test);
  });

  it("does not count another build than the one that its server expects (B10.9)", async () => {
    const content = "#!/bin/sh\necho Chromium 100.0.1.1\n";
    const test = await setUpUnderTest({ chrome: chromeArchive({ content }) });
    expect(await test.finish()).toMatchObject({
      setUp: { failure: { message: expect.stringContaining("155.0.8059.12") } },
    });
    expectNothingInstalled(test);
  });

  it("refuses an archive whose browser is a link out of its folder", async () => {
    const chrome = chromeArchive({ content: "/bin/true", link: true });
    const test = await setUpUnderTest({ chrome });
    const status = await test.finish();
    expect("setUp" in status && status.setUp?.failure?.code).toBe("browser-outside");
    expectNothingInstalled(test);
  });

  it("leaves nothing that counts when it is stopped while it unpacks", async () => {
    const test = await setUpUnderTest();
    const unpacking = until(
      test,
      (status) => status.state === "installing" && status.phase === "unpacking",
    );
    test.setUp.begin();
    await unpacking;
    await test.setUp.close();
    expectNothingInstalled(test);
    expect((await test.finish()).state).toBe("ready");
    expect(test.server.requests).toHaveLength(2);
  });

  it("begins anew over what a kill has left beside its place", async () => {
    const test = await setUpUnderTest();
    const half = path.join(
      test.root,
      `${BROWSER_SERVER_VERSION}.unfinished/chromium/chromium-1247`,
    );
    mkdirSync(half, { recursive: true });
    writeFileSync(path.join(half, "INSTALLATION_COMPLETE"), "");
    expectNothingInstalled(test);
    expect((await test.finish()).state).toBe("ready");
  });

  it("mends a Chromium that has lost a file, and keeps what else lies in the folder", async () => {
    const test = await setUpUnderTest();
    await test.finish();
    writeFileSync(path.join(versionFolder(test), "kept"), "");
    rmSync(path.join(versionFolder(test), chromium));
    expect(test.setUp.status()).toMatchObject({
      state: "damaged",
      reason: expect.stringContaining("chromium-1247/chrome-linux64/chrome is missing"),
    });
    expect((await test.finish()).state).toBe("ready");
    expect(readdirSync(versionFolder(test)).toSorted()).toEqual([
      "chromium",
      "install.json",
      "kept",
    ]);
  });

  it("offers an update where only an older Chromium is there, and passes every state on its way (M25)", async () => {
    const test = await setUpUnderTest();
    expect(test.setUp.status().state).toBe("not-installed");
    const older = path.join(test.root, "0.0.9");
    mkdirSync(path.join(older, "chromium"), { recursive: true });
    writeFileSync(path.join(older, "chromium/chrome"), "");
    const install = { version: "0.0.9", chromiumExecutable: "chromium/chrome" };
    writeFileSync(path.join(older, "install.json"), JSON.stringify(install));
    expect(test.setUp.status()).toMatchObject({ state: "update-available", installed: "0.0.9" });
    expect((await test.finish()).state).toBe("ready");
    expect(test.told.map(({ state }) => state)).toContain("installing");
    rmSync(path.join(versionFolder(test), chromium));
    expect(test.setUp.status().state).toBe("damaged");
  });

  it("does not download over a connection that anybody could answer", async () => {
    const test = await setUpUnderTest({ downloadHost: "http://mirror.example" });
    expect(await test.finish()).toMatchObject({
      setUp: { failure: { code: "set-up-address-refused" } },
    });
  });

  it("begins once, however often it is asked", async () => {
    const test = await setUpUnderTest();
    const done = test.finish();
    test.setUp.begin();
    await done;
    expect(test.server.requests).toHaveLength(2);
  });

  it("writes down where the executable is, for every system alike", async () => {
    const test = await setUpUnderTest();
    await test.finish();
    const install: unknown = JSON.parse(
      readFileSync(path.join(versionFolder(test), "install.json"), "utf8"),
    );
    expect(install).toEqual({ version: BROWSER_SERVER_VERSION, chromiumExecutable: chromium });
  });
});

function until(
  { setUp }: SetUpUnderTest,
  isIt: (status: SetUpUnderTest["told"][number]) => boolean,
): Promise<void> {
  return new Promise((resolve) => {
    const listener = setUp.changed.on((status) => {
      if (!isIt(status)) return;
      listener.dispose();
      resolve();
    });
  });
}

/** What is on the disk, not what was told: that is told only a few times a second. */
async function untilBytes({ root }: SetUpUnderTest, bytes: number): Promise<void> {
  await vi.waitFor(() => expect(keptBytes(path.join(root, "downloads"))).toBe(bytes));
}
