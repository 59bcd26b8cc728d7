import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { leadsIntoOwnFolder } from "../../../src-main/browser/own-folder-on-disk.ts";
import {
  copyProfile,
  folderSize,
  prepareProfile,
  profileFolder,
  wipeProfile,
} from "../../../src-main/browser/profile.ts";
import type { ProcessLookup } from "../../../src-main/browser/profile-lock.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const nothingRuns: ProcessLookup = { withArgument: () => [], commandLineOf: () => "gone" };
const someoneRuns: ProcessLookup = {
  ...nothingRuns,
  withArgument: () => [
    { pid: 42, since: Date.UTC(2026, 10, 30) },
    { pid: 41, since: Date.UTC(2026, 10, 29) },
  ],
};

function profileWith(files: Readonly<Record<string, string>>): string {
  const profile = profileFolder(tempFolder());
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(profile, name)), { recursive: true });
    writeFileSync(path.join(profile, name), content);
  }
  return profile;
}

const preferences = (profile: string): unknown =>
  JSON.parse(readFileSync(path.join(profile, "Default/Preferences"), "utf8"));

describe("a profile before its browser starts (M26)", () => {
  const kept = {
    session: { restore_on_startup: 1 },
    profile: { exit_type: "Normal", exited_cleanly: true },
  };

  it("is set to keep the cookies of a session, from the very first start on", async () => {
    const profile = profileFolder(tempFolder());
    await prepareProfile(profile, nothingRuns);
    expect(preferences(profile)).toEqual(kept);
  });

  it("keeps all else that its browser has noted", async () => {
    const noted = JSON.stringify({ a: 1, session: { b: 2 }, profile: { exit_type: "Crashed" } });
    const profile = profileWith({ "Default/Preferences": noted });
    await prepareProfile(profile, nothingRuns);
    expect(preferences(profile)).toEqual({ a: 1, ...kept, session: { b: 2, ...kept.session } });
  });

  it("starts anew where the notes are broken", async () => {
    const profile = profileWith({ "Default/Preferences": "{" });
    await prepareProfile(profile, nothingRuns);
    expect(preferences(profile)).toEqual(kept);
  });

  it("has no tabs of the time before", async () => {
    const profile = profileWith({ "Default/Sessions/Tabs_1": "x" });
    await prepareProfile(profile, nothingRuns);
    expect(existsSync(path.join(profile, "Default/Sessions"))).toBe(false);
  });
});

describe("the lock in a profile (B10.2)", () => {
  const locked = (by: string) => {
    const profile = profileWith({});
    mkdirSync(profile, { recursive: true });
    symlinkSync(by, path.join(profile, "SingletonLock"));
    return profile;
  };
  const isLocked = (profile: string) =>
    lstatSync(path.join(profile, "SingletonLock"), { throwIfNoEntry: false }) !== undefined;

  it.each([
    ["a dead browser", `${hostname()}-41`, "gone"],
    ["another machine's", "elsewhere-41", "unreadable"],
    ["a living program that is not this profile's browser", `${hostname()}-41`, ["vi"]],
  ] as const)("is cleared when it is left by %s", async (_by, lock, commandLine) => {
    const profile = locked(lock);
    await prepareProfile(profile, { ...nothingRuns, commandLineOf: () => commandLine });
    expect(isLocked(profile)).toBe(false);
  });

  it("is cleared as soon as a browser is gone that was on its way out", async () => {
    const profile = locked(`${hostname()}-41`);
    let looks = 0;
    const going = (name: string) => (looks++ < 2 ? someoneRuns.withArgument(name) : []);
    await prepareProfile(profile, { ...nothingRuns, withArgument: going });
    expect(isLocked(profile)).toBe(false);
  });

  it("stays when its browser lives, and the sentence names the eldest process and its start", async () => {
    const profile = locked(`${hostname()}-41`);
    await expect(prepareProfile(profile, someoneRuns, 0)).rejects.toThrow(
      /in use: a browser \(process 41\) has been running with it since .*2026/,
    );
    expect(isLocked(profile)).toBe(true);
  });

  it("stays when its process lives and nobody may tell what it is", async () => {
    const profile = locked(`${hostname()}-41`);
    const unreadable: ProcessLookup = { ...nothingRuns, commandLineOf: () => "unreadable" };
    await expect(prepareProfile(profile, unreadable, 0)).rejects.toThrow(/process 41/);
    expect(isLocked(profile)).toBe(true);
  });
});

describe("a profile as a thing that a person keeps", () => {
  const files = {
    "Local State": "12345",
    "Default/Cookies": "123",
    "Default/Cache/data": "1",
    "Default/Sessions/Tabs_1": "1",
    "Crashpad/report": "1",
  };

  it("has a size, which is told as incomplete where there is too much to count", async () => {
    const profile = profileWith(files);
    symlinkSync("/", path.join(profile, "link"));
    expect(await folderSize(profile)).toEqual({ bytes: 11, complete: true });
    expect(await folderSize(profile, 2)).toMatchObject({ complete: false });
    expect(await folderSize("/no/such/folder")).toEqual({ bytes: 0, complete: true });
  });

  it("is copied without locks, caches, tabs and crash reports", async () => {
    const [from, to] = [profileWith(files), profileFolder(tempFolder())];
    symlinkSync(`${hostname()}-41`, path.join(from, "SingletonLock"));
    await copyProfile(from, to, nothingRuns);
    expect(readdirSync(to, { recursive: true, encoding: "utf8" }).toSorted()).toEqual([
      "Default",
      "Default/Cookies",
      "Local State",
    ]);
  });

  it("is copied whole or not at all", async () => {
    const to = profileFolder(tempFolder());
    await expect(copyProfile("/no/such/folder", to, nothingRuns)).rejects.toThrow(/ENOENT/);
    expect(readdirSync(path.dirname(to))).toEqual([]);
  });

  it("can be wiped", async () => {
    const profile = profileWith(files);
    await wipeProfile(profile, nothingRuns);
    expect(readdirSync(path.dirname(profile))).toEqual([]);
    await wipeProfile(profile, nothingRuns);
  });

  it("is gone at the next start where a crash cut its wipe off", async () => {
    const profile = profileWith(files);
    mkdirSync(`${profile}.gone-1`);
    await prepareProfile(profile, nothingRuns);
    expect(readdirSync(path.dirname(profile))).toEqual(["browser-profile"]);
  });

  it("is neither wiped nor copied while its browser runs", async () => {
    const profile = profileWith(files);
    await expect(wipeProfile(profile, someoneRuns)).rejects.toThrow(/Close that browser/);
    await expect(copyProfile(profile, `${profile}2`, someoneRuns)).rejects.toThrow(/in use/);
    expect(existsSync(path.join(profile, "Local State"))).toBe(true);
  });
});

describe("arguments that lead into the app's own folder (M26)", () => {
  const workspaceWithLinks = () => {
    const profile = profileWith({ "Default/Cookies": "secret" });
    const workspace = path.resolve(profile, "../..");
    mkdirSync(path.join(workspace, "a"));
    writeFileSync(path.join(workspace, "a/own.txt"), "mine");
    symlinkSync(path.join(profile, "Default/Cookies"), path.join(workspace, "a/cookies.txt"));
    symlinkSync("../.pilothouse", path.join(workspace, "a/folder"));
    return workspace;
  };

  it.each([
    ["a link to a file", { paths: ["a/own.txt", "a/cookies.txt"] }],
    ["a file below a link to the folder", { filename: "a/folder/browser-profile/Local State" }],
    ["a file that is yet to be written below such a link", { filename: "a/folder/new.png" }],
    ["a text deep in the arguments", { fields: [{ value: { file: "a/cookies.txt" } }] }],
    ["a way around by dots", { path: "a/../a/./folder" }],
  ])("are found by %s", (_by, args) => {
    expect(leadsIntoOwnFolder(args, workspaceWithLinks())).toBe(true);
  });

  it("are found by an absolute path and by a file address", () => {
    const workspace = workspaceWithLinks();
    const place = path.join(workspace, "a/cookies.txt");
    expect(leadsIntoOwnFolder({ place }, workspace)).toBe(true);
    expect(leadsIntoOwnFolder({ place: `file://${place}` }, workspace)).toBe(true);
  });

  it("are not found in other texts", () => {
    const args = { paths: ["a/own.txt"], url: "https://a.example/", text: "Hi\0", n: 1, no: null };
    expect(leadsIntoOwnFolder(args, workspaceWithLinks())).toBe(false);
  });
});
