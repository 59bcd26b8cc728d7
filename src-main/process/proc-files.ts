import { readdirSync, readFileSync } from "node:fs";
import { MARK_VARIABLE, type ProcessRow } from "./process-id.ts";

/* What Linux tells of processes, in `/proc`. One may end while it is looked at, and another user's tells less. */

/** `/proc` counts in these, whatever the kernel's own clock: a hundred a second. */
const TICKS_PER_SECOND = 100;

/** `/proc` tells memory in KiB. */
const KIB = 1024;

/** All processes; null where the folder cannot be read, as when the app can open no more files. */
export function listProc(): readonly ProcessRow[] | null {
  try {
    const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
    const rows = pids.map((name) => readStat(Number(name)));
    return rows.filter((row) => row !== null && row !== "unknown");
  } catch {
    return null;
  }
}

/** Null for what is gone; `"unknown"` for what cannot be read, as when the app can open no more files. */
export function readStat(pid: number): ProcessRow | null | "unknown" {
  try {
    return parseStat(pid, readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENOENT" || code === "ESRCH" ? null : "unknown";
  }
}

function parseStat(pid: number, stat: string): ProcessRow {
  // The name stands in parentheses and may hold spaces and parentheses of its own.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return {
    pid,
    alive: fields[0] !== "Z" && fields[0] !== "X",
    parent: Number(fields[1]),
    group: Number(fields[2]),
    startedAt: fields[19] ?? "",
  };
}

/** Null for what is gone, may not be read, or has none, as a zombie. */
export function readProcCommandLine(pid: number): readonly string[] | null {
  const text = readOrNull(`/proc/${pid}/cmdline`);
  return text ? text.replace(/\0$/, "").split("\0") : null;
}

/** The mark in its environment, `NAME=value`. */
export function readMark(pid: number): string | null {
  const entries = readOrNull(`/proc/${pid}/environ`)?.split("\0") ?? [];
  return entries.find((entry) => entry.startsWith(`${MARK_VARIABLE}=`)) ?? null;
}

/** In bytes, without the files that it has mapped. */
export function readMemory(pid: number): number {
  const status = readOrNull(`/proc/${pid}/status`) ?? "";
  const kib = [...status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm)];
  return kib.reduce((sum, [, amount]) => sum + Number(amount), 0) * KIB;
}

/** What `/proc` tells as a start, in milliseconds since 1970; null for what is none. */
export function procStartTime(startedAt: string): number | null {
  const bootedAt = Number(/^btime (\d+)$/m.exec(readOrNull("/proc/stat") ?? "")?.[1]);
  const seconds = bootedAt + Number(startedAt) / TICKS_PER_SECOND;
  return Number.isFinite(seconds) ? Math.round(seconds * 1_000) : null;
}

export function procBootId(): string {
  return (readOrNull("/proc/sys/kernel/random/boot_id") ?? "").trim();
}

function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, "latin1");
  } catch {
    // A process may end while it is looked at, and another user's tells less.
    return null;
  }
}
