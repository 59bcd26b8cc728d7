import { readlinkSync, realpathSync, rmSync } from "node:fs";
import { hostname } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { AppError } from "../base/errors.ts";

/** What Chromium puts into a profile while it runs; the first is a link to `<host>-<pid>`. */
const LOCK = "SingletonLock";
const LOCK_FILES = [LOCK, "SingletonSocket", "SingletonCookie"];

/** A browser whose server was killed is gone in 150; on a machine under load, in a few times that. In milliseconds. */
export const GOING_MS = 3_000;

/** How often it is looked at meanwhile: one look at all processes takes about 10. In milliseconds. */
const LOOK_MS = 100;

export interface ProfileHolder {
  readonly pid: number;
  /** Milliseconds since 1970; null where the system does not tell. */
  readonly since: number | null;
}

/** What is asked of the system about its processes. */
export interface ProcessLookup {
  /** The running programs that were started with exactly this argument. */
  readonly withArgument: (argument: string) => readonly ProfileHolder[];
  readonly commandLineOf: (pid: number) => readonly string[] | "gone" | "unreadable";
}

/** The browser that runs with this profile; null when none does. */
export function profileHolder(profile: string, lookup: ProcessLookup): ProfileHolder | null {
  const running = spellings(profile).flatMap((folder) =>
    lookup.withArgument(`--user-data-dir=${folder}`),
  );
  // The browser's helpers carry the same argument; it was there before they were.
  const [eldest] = [...running].sort((a, b) => (a.since ?? 0) - (b.since ?? 0) || a.pid - b.pid);
  return eldest ?? unreadableHolder(profile, lookup);
}

/**
 * Clears the lock that a dead browser, or one on another machine, has left (B10.2). One whose server has
 * just ended is given time to go. Rejects with an `AppError` `profile-in-use` for one that stays, and
 * touches nothing then.
 */
export async function clearStaleLock(
  profile: string,
  lookup: ProcessLookup,
  goingMs: number,
): Promise<void> {
  const deadline = performance.now() + goingMs;
  while (profileHolder(profile, lookup) && performance.now() < deadline) await delay(LOOK_MS);
  refuseWhileInUse(profile, lookup);
  for (const file of LOCK_FILES) rmSync(path.join(profile, file), { force: true });
}

/** Throws an `AppError` `profile-in-use` that names who has it. */
export function refuseWhileInUse(profile: string, lookup: ProcessLookup): void {
  const holder = profileHolder(profile, lookup);
  if (!holder) return;
  const since = holder.since === null ? "" : ` since ${new Date(holder.since).toLocaleString()}`;
  throw new AppError(
    "profile-in-use",
    `This conversation's browser profile is in use: a browser (process ${holder.pid}) has been running with it${since}. Close that browser, then try again.`,
  );
}

/** The process of the lock, if it lives and nobody may tell what it is: then it may be the browser. */
function unreadableHolder(profile: string, lookup: ProcessLookup): ProfileHolder | null {
  const locked = /^(?<host>.*)-(?<pid>\d+)$/.exec(readLock(profile))?.groups;
  if (locked?.["host"] !== hostname()) return null;
  const pid = Number(locked["pid"]);
  return lookup.commandLineOf(pid) === "unreadable" ? { pid, since: null } : null;
}

function readLock(profile: string): string {
  try {
    return readlinkSync(path.join(profile, LOCK));
  } catch {
    // No lock, which is what a browser leaves that was closed.
    return "";
  }
}

function spellings(profile: string): readonly string[] {
  try {
    return [...new Set([profile, realpathSync(profile)])];
  } catch {
    return [profile];
  }
}
