import { execFile, execFileSync } from "node:child_process";
import { promisify } from "node:util";
import type { FullRow } from "./process-id.ts";

/* What `ps` tells of processes: for macOS, which has no `/proc`. */

/** By its full path: what a person's PATH has under this name may print something else. */
const PS = "/bin/ps";

/** What `ps` is asked for; the start always has five words. */
export const PS_ARGS = ["-axww", "-o", "pid=,ppid=,pgid=,stat=,rss=,lstart=,args="] as const;

/** Time for one `ps`, in milliseconds: it answers in 20, a loaded machine in a few hundred. */
const PS_TIMEOUT_MS = 2_000;

/** What `ps` may print, in bytes: a thousand processes with long command lines. */
const PS_MAX_BYTES = 16 * 1024 * 1024;

/** `ps` tells memory in KiB. */
const KIB = 1024;

const PS_LINE =
  /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\d+)\s+(\w+\s+\w+\s+\d+\s+[\d:]+\s+\d+)\s*(.*)$/;

/** What it printed for {@link PS_ARGS}. It joins the arguments with blanks, so one with a blank in it comes back as two. */
export function parsePs(printed: string): readonly FullRow[] {
  return printed.split("\n").flatMap((line) => {
    const match = PS_LINE.exec(line);
    if (!match) return [];
    const [, pid, parent, group, state = "", rss, startedAt = "", args = ""] = match;
    return [
      {
        pid: Number(pid),
        parent: Number(parent),
        group: Number(group),
        alive: !state.startsWith("Z"),
        memory: Number(rss) * KIB,
        startedAt,
        args: args.split(" "),
      },
    ];
  });
}

/** What it prints; null where it fails. The caller stands still meanwhile. */
export function runPs(): string | null {
  try {
    return execFileSync(PS, PS_ARGS, psOptions());
  } catch {
    return null;
  }
}

/** The same without holding up the caller. */
export async function runPsAside(): Promise<string | null> {
  try {
    return (await promisify(execFile)(PS, PS_ARGS, psOptions())).stdout;
  } catch {
    return null;
  }
}

const psOptions = () => ({
  encoding: "utf8" as const,
  timeout: PS_TIMEOUT_MS,
  maxBuffer: PS_MAX_BYTES,
  // The app and its guard compare what they read, so both have to read it in one language.
  env: { ...process.env, LC_ALL: "C" },
});
