import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readlinkSync, symlinkSync } from "node:fs";
import { hostname } from "node:os";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { profileFolder } from "../../../src-main/browser/profile.ts";
import { processLookup } from "../../../src-main/process/running-programs.ts";
import { BrowserServer } from "../../support/browser-server.ts";
import { BrowserSite } from "./browser-site.ts";

/** A program that does nothing but carry these arguments; ended with the test. */
async function idleProgram(...args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1e6)", "--", ...args]);
  const exited = once(child, "exit");
  await once(child, "spawn");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await exited;
  });
  return child.pid ?? 0;
}

async function endedPid(): Promise<number> {
  const child = spawn(process.execPath, ["-e", ""]);
  await once(child, "exit");
  return child.pid ?? 0;
}

function lockedBy(browser: BrowserServer, holder: string): string {
  const profile = profileFolder(browser.workspace);
  mkdirSync(profile, { recursive: true });
  symlinkSync(holder, path.join(profile, "SingletonLock"));
  return path.join(profile, "SingletonLock");
}

describe("a profile that is locked (B10.2)", () => {
  it.each([
    ["a browser that is dead", async () => `${hostname()}-${await endedPid()}`],
    ["another machine", () => Promise.resolve("elsewhere-123")],
    [
      "a program that is no browser of this profile",
      async () => `${hostname()}-${await idleProgram()}`,
    ],
  ])("is opened when the lock was left by %s", async (_by, holder) => {
    const site = await BrowserSite.start();
    const browser = new BrowserServer();
    lockedBy(browser, await holder());
    expect(await browser.text("browser_navigate", { url: site.url })).toContain("Page URL");
  });

  it("is left alone while its browser lives, and the sentence names the process", async () => {
    const browser = new BrowserServer();
    const pid = await idleProgram(`--user-data-dir=${profileFolder(browser.workspace)}`);
    const lock = lockedBy(browser, `${hostname()}-${pid}`);
    await expect(browser.call("browser_snapshot")).rejects.toThrow(
      new RegExp(`in use: a browser \\(process ${pid}\\) has been running with it since`),
    );
    expect(readlinkSync(lock)).toBe(`${hostname()}-${pid}`);
  });
});

describe("the look at running programs", () => {
  it("finds one by an argument of its, with the time of its start", async () => {
    const argument = `--user-data-dir=/look/${process.pid}`;
    const before = Date.now();
    const pid = await idleProgram(argument);
    const [found] = processLookup.withArgument(argument);
    expect(found?.pid).toBe(pid);
    // The system counts in hundredths of a second, from a boot that it tells in whole seconds.
    expect(Math.abs((found?.since ?? 0) - before)).toBeLessThan(5_000);
  });

  it("tells a command line, and when there is none any more", async () => {
    const pid = await idleProgram("an argument");
    expect(processLookup.commandLineOf(pid)).toContain("an argument");
    expect(processLookup.commandLineOf(await endedPid())).toBe("gone");
  });
});

describe("two conversations (B10.1)", () => {
  it("browse at the same time, each with its own cookies, and one that was killed works again at once", async () => {
    const site = await BrowserSite.start();
    const [a, b] = [new BrowserServer(), new BrowserServer()];
    await Promise.all([
      a.call("browser_navigate", { url: `${site.url}/sign-in` }),
      b.call("browser_navigate", { url: `${site.url}/b` }),
    ]);
    process.kill(a.pid, "SIGKILL");
    await Promise.all([
      a
        .call("browser_navigate", { url: `${site.url}/a` })
        .catch(() => a.call("browser_navigate", { url: `${site.url}/a` })),
      b.call("browser_navigate", { url: `${site.url}/b` }),
    ]);
    expect([site.cookies.get("/a"), site.cookies.get("/b")]).toEqual(["who=ada", ""]);
  });
});
