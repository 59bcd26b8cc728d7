import { execFile } from "node:child_process";
import type { ProcessId } from "./process-table.ts";
import { stillAlive } from "./process-tree.ts";

/**
 * Sends the signal to each process of a tree. Windows has no signals: there the tree is ended.
 * A group is not signalled as one: what is in it stands in the list, and a list names no stranger.
 */
export function signalTree(tree: readonly ProcessId[], signal: "SIGTERM" | "SIGKILL"): void {
  for (const { pid } of stillAlive(tree)) {
    if (process.platform === "win32") endOnWindows(pid);
    else send(pid, signal);
  }
}

function endOnWindows(pid: number): void {
  execFile("taskkill", ["/T", "/F", "/PID", String(pid)], { windowsHide: true }, () => {});
}

/** A process that is gone already, or that is no longer ours to signal, is left at that. */
function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
    // A stopped process takes no SIGTERM before it goes on.
    if (signal === "SIGTERM") process.kill(pid, "SIGCONT");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ESRCH" && code !== "EPERM") throw error;
  }
}
