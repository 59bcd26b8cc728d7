import os from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

import { exitOf, spawnBound } from "./commands.mjs";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

/** One Ctrl+C reaches us twice, from the terminal and from npm; a person is not as quick as that. */
const SAME_PRESS_MS = 500;

/** What the child started gets this long to end by itself after the child has. */
const LEFT_BEHIND_GRACE_MS = 1000;
const LOOK_FOR_LEFT_BEHIND_MS = 20;

/** The shell that npm starts us through dies of a signal without passing it on; this is as good as one. */
const LOOK_FOR_PARENT_MS = 500;
const parentAtStart = process.ppid;

const isWindows = process.platform === "win32";

/**
 * Runs a command as if it were this process: it shares the output, gets our signals, and its exit code
 * is returned, together with whether it was a signal of ours that ended it. Nothing it has started in
 * its group outlives it.
 */
export async function runInForeground(command, args, options) {
  const child = spawnBound(command, args, {
    stdio: ["ignore", "inherit", "inherit"],
    // In a group of its own it gets each signal from us alone: Chromium takes a second one as "at once".
    detached: !isWindows,
    ...options,
  });
  const stopPassingOn = passOnSignals(child);
  const { code, signal } = await exitOf(child);
  const wasInterrupted = stopPassingOn();
  await endGroup(child.pid);
  return { code: code ?? exitCodeFor(signal), wasInterrupted };
}

/** Returns a function that ends the passing on and tells whether there was anything to pass on. */
function passOnSignals(child) {
  const lastPassedAt = new Map();
  const passOn = (signal) => {
    const now = performance.now();
    if (now - (lastPassedAt.get(signal) ?? -Infinity) < SAME_PRESS_MS) return;
    lastPassedAt.set(signal, now);
    // The console of Windows reaches the child by itself, and a signal sent there only kills.
    if (!isWindows) child.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, passOn);
  const watch = setInterval(() => {
    if (!hasLostNpm()) return;
    clearInterval(watch);
    passOn("SIGTERM");
  }, LOOK_FOR_PARENT_MS);
  return () => {
    clearInterval(watch);
    for (const signal of SIGNALS) process.off(signal, passOn);
    return lastPassedAt.size > 0;
  };
}

/** Run by hand, we may well be meant to outlive the terminal that started us. */
function hasLostNpm() {
  return process.env.npm_lifecycle_event !== undefined && process.ppid !== parentAtStart;
}

/** What a shell would report for a command that a signal ended. */
function exitCodeFor(signal) {
  return 128 + os.constants.signals[signal];
}

async function endGroup(leader) {
  if (isWindows) return;
  const killAt = performance.now() + LEFT_BEHIND_GRACE_MS;
  while (signalGroup(leader, 0) && performance.now() < killAt) await sleep(LOOK_FOR_LEFT_BEHIND_MS);
  signalGroup(leader, "SIGKILL");
}

/** False when nobody is left in the group. */
function signalGroup(leader, signal) {
  try {
    return process.kill(-leader, signal);
  } catch {
    return false;
  }
}
