import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { freeBytes, requireSpace } from "../../../src-main/runtime/disk-space.ts";
import { escapingLink } from "../../../src-main/runtime/inside.ts";
import { installedBrowsers } from "../../../src-main/runtime/installed-browsers.ts";
import { RateMeter } from "../../../src-main/runtime/rate-meter.ts";
import { compareVersions } from "../../../src-main/runtime/version-folders.ts";
import { tempFolder } from "../../support/temp-folder.ts";

describe("the rate of a download", () => {
  it("is not known before something has been seen, then is that of the last seconds", () => {
    let now = 0;
    const rate = new RateMeter(() => now);
    rate.note(0);
    expect(rate.bytesPerSecond()).toBeNull();
    now = 1_000;
    rate.note(4_000);
    expect(rate.bytesPerSecond()).toBe(4_000);
    for (now = 10_000; now <= 14_000; now += 1_000) rate.note(4_000 + (now - 10_000) / 10);
    now = 14_000;
    expect(rate.bytesPerSecond()).toBe(100);
  });

  it("sinks while nothing comes", () => {
    let now = 0;
    const rate = new RateMeter(() => now);
    rate.note(0);
    now = 1_000;
    rate.note(4_000);
    now = 4_000;
    expect(rate.bytesPerSecond()).toBe(1_000);
    now = 20_000;
    expect(rate.bytesPerSecond()).toBe(0);
  });
});

describe("the room on the disk", () => {
  const MB = 1_000_000;
  const need = (free: number, keptBytes = 0) =>
    requireSpace("/", { totalBytes: 100 * MB, keptBytes }, () => Promise.resolve(free));

  it("has to hold three archives, less what is here already", async () => {
    await need(300 * MB);
    await need(260 * MB, 40 * MB);
    await expect(need(299 * MB)).rejects.toThrow(
      "it needs about 300 MB, and 299 MB are free on the disk with Pilothouse’s data",
    );
  });

  it("is asked of the disk itself", async () => {
    expect(await freeBytes(tempFolder())).toBeGreaterThan(0);
  });
});

describe("links below a folder", () => {
  it("may lead elsewhere in it, but not out of it and not nowhere", async () => {
    const folder = tempFolder();
    mkdirSync(path.join(folder, "below"));
    writeFileSync(path.join(folder, "file"), "");
    symlinkSync("../file", path.join(folder, "below/good"));
    expect(await escapingLink(folder)).toBeNull();
    symlinkSync("/etc", path.join(folder, "below/bad"));
    expect(await escapingLink(folder)).toBe("below/bad");
  });
});

describe("versions", () => {
  it("are compared number by number", () => {
    expect(compareVersions("0.0.9", "0.0.83")).toBeLessThan(0);
    expect(compareVersions("1.0", "0.9.9")).toBeGreaterThan(0);
    expect(compareVersions("0.0.83", "0.0.83")).toBe(0);
  });
});

describe("the browsers of a machine", () => {
  function withPrograms(...names: readonly string[]) {
    const folder = tempFolder();
    for (const name of names) {
      writeFileSync(path.join(folder, name), "");
      chmodSync(path.join(folder, name), 0o755);
    }
    return folder;
  }
  const list = (PATH: string, version = "unknown") =>
    installedBrowsers({
      platform: "linux",
      env: { PATH },
      versionOf: () => Promise.resolve(version),
    });

  it("are listed once each, whatever names they have", async () => {
    const folder = withPrograms("google-chrome-stable", "chromium");
    symlinkSync("google-chrome-stable", path.join(folder, "google-chrome"));
    expect(await list(folder)).toEqual([
      { executable: path.join(folder, "google-chrome-stable"), name: "Google Chrome" },
      { executable: path.join(folder, "chromium"), name: "Chromium" },
    ]);
  });

  it("go by their own word where it has a version", async () => {
    const [browser] = await list(withPrograms("chromium"), "Chromium 156.0.1.2 built on X\nmore");
    expect(browser?.name).toBe("Chromium 156.0.1.2 built on X");
  });

  it("are not looked for in a folder that is not absolute", async () => {
    expect(await list(".")).toEqual([]);
  });

  it("are the same that the set-up of a development tree looks for", () => {
    const root = path.resolve(import.meta.dirname, "../../..");
    const pattern =
      /["\s]((?:google-chrome|chromium|microsoft-edge)[a-z-]*|[\w ./]+(?:\.exe|MacOS\/[\w ]+))["':]/g;
    const names = (file: string): ReadonlySet<string | undefined> => {
      const text = readFileSync(path.join(root, file), "utf8");
      return new Set([...text.matchAll(pattern)].map(([, name]) => name));
    };
    const inTheApp = names("src-main/runtime/installed-browsers.ts");
    expect(inTheApp.size).toBe(12);
    expect(inTheApp).toEqual(names("scripts/set-up/installed-browser.mjs"));
  });
});
