import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { cp, lstat, opendir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { ensurePrivateFolder, PRIVATE_FOLDER, writeDurably } from "../base/durable-file.ts";
import { newId } from "../base/ids.ts";
import { isObject, member, type JsonObject } from "./json-object.ts";
import { untilProfileIsFree } from "./profile-work.ts";
import { clearStaleLock, GOING_MS, refuseWhileInUse, type ProcessLookup } from "./profile-lock.ts";

/** Where a workspace keeps what is the app's own, closed to every browser tool (M26). */
export const OWN_FOLDER = ".pilothouse";
export const PROFILE_FOLDER = `${OWN_FOLDER}/browser-profile`;

/** Entries that are looked at to tell a size: ten times what a profile of many sites has. */
const MAX_ENTRIES = 100_000;

/** What a copy leaves out: locks, and what a browser makes again or nobody wants. */
const NOT_COPIED: ReadonlySet<string> = new Set(
  [
    ["SingletonLock", "SingletonSocket", "SingletonCookie", "lockfile", "LOCK"],
    ["DevToolsActivePort", "RunningChromeVersion"],
    ["Cache", "Code Cache", "GPUCache", "ShaderCache", "GrShaderCache", "GraphiteDawnCache"],
    ["DawnCache", "DawnGraphiteCache", "DawnWebGPUCache", "component_crx_cache"],
    ["Crashpad", "Crash Reports", "BrowserMetrics", "Sessions"],
  ].flat(),
);

/** The browser's profile of the conversation with this workspace. */
export function profileFolder(workspace: string): string {
  return path.join(workspace, ...PROFILE_FOLDER.split("/"));
}

/**
 * To be called right before each start. While the profile is copied or wiped it waits. A lock that a dead
 * browser left is cleared. The browser is set
 * to keep the cookies of a session for the next, so that a login by such a cookie lasts (M26); its tabs
 * are not kept, so that it starts afresh. Rejects with an `AppError` `profile-in-use`.
 */
export async function prepareProfile(
  profile: string,
  lookup: ProcessLookup,
  goingMs: number = GOING_MS,
): Promise<void> {
  const inner = path.join(profile, "Default");
  await untilProfileIsFree(profile);
  mkdirSync(profile, { recursive: true, mode: PRIVATE_FOLDER });
  await clearStaleLock(profile, lookup, goingMs);
  removeHalfWiped(profile);
  mkdirSync(inner, { recursive: true, mode: PRIVATE_FOLDER });
  forgetTabs(profile);
  keepSessionCookies(path.join(inner, "Preferences"));
}

/** To be called when its browser was closed: the next one would open the same tabs again, in any order. */
export function forgetTabs(profile: string): void {
  const folder = path.join(profile, "Default", "Sessions");
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** Chromium's "continue where you left off": in any other mode it drops such cookies at its start. */
const RESTORE_LAST_SESSION = 1;

function keepSessionCookies(file: string): void {
  const before = readObject(file);
  const session = { ...member(before, "session"), restore_on_startup: RESTORE_LAST_SESSION };
  // After a crash a browser with a window would ask whether to bring the tabs back.
  const ended = { exit_type: "Normal", exited_cleanly: true };
  const profile = { ...member(before, "profile"), ...ended };
  const after = JSON.stringify({ ...before, session, profile });
  if (after !== JSON.stringify(before)) writeDurably(file, after);
}

/** Empty for a file that is not there or is broken: Chromium would start anew too. */
function readObject(file: string): JsonObject {
  try {
    const read: unknown = JSON.parse(readFileSync(file, "utf8"));
    return isObject(read) ? read : {};
  } catch {
    return {};
  }
}

export interface FolderSize {
  readonly bytes: number;
  /** False when there was more than was looked at. */
  readonly complete: boolean;
}

/** What the files in the folder hold; nothing where there is none. No link is followed. */
export async function folderSize(folder: string, maxEntries = MAX_ENTRIES): Promise<FolderSize> {
  const waiting = [folder];
  let [bytes, entries] = [0, 0];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for await (const entry of await entriesOf(next)) {
      entries += 1;
      if (entries > maxEntries) return { bytes, complete: false };
      const inside = path.join(next, entry.name);
      if (entry.isDirectory()) waiting.push(inside);
      else if (entry.isFile()) bytes += await sizeOf(inside);
    }
  }
  return { bytes, complete: true };
}

/** A browser may remove what is just being looked at. */
const entriesOf = (folder: string) => opendir(folder).catch(() => []);
const sizeOf = (file: string) =>
  lstat(file).then(
    ({ size }) => size,
    () => 0,
  );

const ASIDE = ".gone-";

/** What a crash left of a wipe: the person wanted it gone. */
function removeHalfWiped(profile: string): void {
  const { dir, base } = path.parse(profile);
  for (const name of readdirSync(dir).filter((one) => one.startsWith(base + ASIDE))) {
    rmSync(path.join(dir, name), { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Forgets every login, cookie and setting of the profile. Throws an `AppError` `profile-in-use`. */
export async function wipeProfile(profile: string, lookup: ProcessLookup): Promise<void> {
  refuseWhileInUse(profile, lookup);
  const aside = profile + ASIDE + newId();
  try {
    // Renamed first: what is only half removed is no profile.
    renameSync(profile, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  await rm(aside, { recursive: true, force: true, maxRetries: 3 });
}

/**
 * Copies a profile to where there is none yet, whole or not at all. Throws an `AppError`
 * `profile-in-use` while its browser runs: what that has not written yet would be missing.
 */
export async function copyProfile(from: string, to: string, lookup: ProcessLookup): Promise<void> {
  refuseWhileInUse(from, lookup);
  ensurePrivateFolder(path.dirname(to));
  const side = `${to}.part-${newId()}`;
  try {
    const filter = (source: string) => source === from || !NOT_COPIED.has(path.basename(source));
    await cp(from, side, { recursive: true, filter, verbatimSymlinks: true });
    await rename(side, to);
  } catch (error) {
    await rm(side, { recursive: true, force: true });
    throw error;
  }
}
