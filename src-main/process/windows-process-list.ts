import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { sharedWork } from "../base/shared-work.ts";
import { windowsSystemProgram } from "./windows-system.ts";

/** A process of a Windows machine. */
export interface WindowsProcess {
  readonly pid: number;
  /** Who started it; that one may be gone, and its pid another's by now. */
  readonly parent: number;
  /** When it was started: UTC in ISO 8601 of one length, so that two can be compared as they are; "" for the system's own. */
  readonly startedAt: string;
  /** As it was started, unsplit; "" where it may not be read. */
  readonly commandLine: string;
  /** Memory that it has in use, shared files included, in bytes. */
  readonly residentBytes: number;
}

/** Time for one listing, in milliseconds: PowerShell alone starts in a second, on a busy machine in several. */
const LISTING_TIMEOUT_MS = 10_000;

/** What a listing may print, in bytes: a thousand processes with the longest command lines. */
const LISTING_MAX_BYTES = 64 * 1024 * 1024;

/** One process a line, in letters of ASCII alone: what the console's code page makes of others is uncertain. */
const SCRIPT = [
  "Get-CimInstance -ClassName Win32_Process -Property ProcessId,ParentProcessId,CreationDate,WorkingSetSize,CommandLine",
  "ForEach-Object { [string]::Join(' ', @($_.ProcessId, $_.ParentProcessId, $_.WorkingSetSize," +
    " $(if ($_.CreationDate) { $_.CreationDate.ToUniversalTime().ToString('o') } else { '-' })," +
    " [Convert]::ToBase64String([Text.Encoding]::UTF8.GetBytes([string]$_.CommandLine)))) }",
].join(" | ");

/** As plain text and not encoded: scanners take the encoded form for an attack. */
const LISTING_ARGUMENTS = ["-NoLogo", "-NoProfile", "-NonInteractive", "-Command", SCRIPT] as const;

/** Runs the program and returns what it prints; rejects where it cannot. */
export type RunListing = (file: string, args: readonly string[]) => Promise<string>;

/** All processes, without holding up the caller; null where the listing fails or takes too long. */
export const listWindowsProcesses = windowsProcessLister(runListing);

/** The same by another's way to run a program. Who asks at the same time shares one PowerShell. */
export function windowsProcessLister(
  run: RunListing,
): () => Promise<readonly WindowsProcess[] | null> {
  return sharedWork(async () => {
    try {
      return parseWindowsProcesses(await run(powerShell(), LISTING_ARGUMENTS));
    } catch {
      // Where PowerShell is restricted or missing, only what is known without a list can be ended.
      return null;
    }
  });
}

/** What the listing printed; a line that is none of its own is left out. */
export function parseWindowsProcesses(printed: string): readonly WindowsProcess[] {
  return printed.split(/\r?\n/).flatMap((line) => {
    const match = /^(\d+) (\d+) (\d+) (-|\S+Z) (\S*)$/.exec(line);
    if (!match) return [];
    const [, pid, parent, resident, startedAt = "-", commandLine = ""] = match;
    return [
      {
        pid: Number(pid),
        parent: Number(parent),
        startedAt: startedAt === "-" ? "" : startedAt,
        commandLine: Buffer.from(commandLine, "base64").toString("utf8"),
        residentBytes: Number(resident),
      },
    ];
  });
}

const powerShell = (): string =>
  windowsSystemProgram(process.env, "WindowsPowerShell", "v1.0", "powershell.exe");

async function runListing(file: string, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(file, args, {
    encoding: "utf8",
    timeout: LISTING_TIMEOUT_MS,
    maxBuffer: LISTING_MAX_BYTES,
    windowsHide: true,
  });
  return stdout;
}
