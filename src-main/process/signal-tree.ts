import { execFile } from "node:child_process";
import type { ProcessId } from "./process-id.ts";
import { stillAlive } from "./process-tree.ts";
import { windowsSystemProgram } from "./windows-system.ts";

export type EndSignal = "SIGTERM" | "SIGKILL";

/**
 * Sends the signal to each process of a tree. A group is not signalled as one: what is in it stands in
 * the list, and a list names no stranger. Windows has no signals: there each is ended, and for one
 * whose tree nobody could list, Windows is asked to find the rest.
 */
export function signalTree(tree: readonly ProcessId[], signal: EndSignal): void {
  if (process.platform === "win32") for (const { pid } of stillAlive(tree)) endWithTree(pid);
  else signalEach(tree, signal);
}

/** The same for a tree in which all are listed. */
export function signalEach(
  tree: readonly ProcessId[],
  signal: EndSignal,
  platform: NodeJS.Platform = process.platform,
): void {
  for (const { pid } of stillAlive(tree, platform)) send(pid, signal);
}

/** By `/T` also who was started by a process that had this pid before: so only where there is no list. */
function endWithTree(pid: number): void {
  const taskkill = windowsSystemProgram(process.env, "taskkill.exe");
  execFile(taskkill, ["/T", "/F", "/PID", String(pid)], { windowsHide: true }, () => {});
}

/** A process that is gone already, or that is no longer ours to signal, is left at that. */
function send(pid: number, signal: EndSignal): void {
  try {
    process.kill(pid, signal);
    // A stopped process takes no SIGTERM before it goes on. Windows stops none.
    if (signal === "SIGTERM" && process.platform !== "win32") process.kill(pid, "SIGCONT");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ESRCH" && code !== "EPERM") throw error;
  }
}
