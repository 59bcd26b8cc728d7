import { readdirSync, readFileSync } from "node:fs";

/** Whether a process of this pid runs; a zombie does not. */
export function isRunning(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return !["Z", "X"].includes(stat.slice(stat.lastIndexOf(")") + 2, stat.lastIndexOf(")") + 3));
  } catch {
    return false;
  }
}

/** The running processes that were started with this text somewhere in their environment or command line. */
export function processesWith(text: string): readonly { pid: number; command: string }[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map((name) => ({ pid: Number(name), command: read(`/proc/${name}/cmdline`) }))
    .filter(({ pid }) => isRunning(pid))
    .filter(({ pid, command }) => `${command} ${read(`/proc/${pid}/environ`)}`.includes(text));
}

/** The guard of the app, or of a stand-in for it, that runs under this pid; null while there is none. */
export function guardOf(app: number): number | null {
  const all = processesWith("guard.js").filter(({ pid }) => parentOf(pid) === app);
  return all[0]?.pid ?? null;
}

function parentOf(pid: number): number {
  const stat = read(`/proc/${pid}/stat`);
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
}

/** A process may end while it is looked at. */
function read(file: string): string {
  try {
    return readFileSync(file, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}
