import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { newId } from "./ids.ts";

/** For the person alone: what the app keeps is nobody else's to read. */
export const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;

/** What the name of a half-written file ends with; whoever finds one left behind may delete it. */
export const TEMPORARY_SUFFIX = ".tmp";

/** Tries of a rename on Windows, where a virus scanner holds a new file for a moment. */
const RENAME_TRIES = 10;
const RENAME_PAUSE_MS = 20;

/**
 * Writes the whole file or nothing, and returns once it survives a loss of power (D1, D9):
 * a temporary file beside it → fsync → rename → fsync of the folder. Throws the file system's own errors.
 */
export function writeDurably(file: string, content: Uint8Array | string): void {
  const temporary = `${file}.${newId()}${TEMPORARY_SUFFIX}`;
  try {
    writeFileSync(temporary, content, { mode: PRIVATE_FILE, flag: "wx", flush: true });
    rename(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  flushFolder(path.dirname(file));
}

/** Makes the folder, private to the person, with those above it, unless it is there. */
export function ensurePrivateFolder(folder: string): void {
  const firstMade = mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
  if (firstMade === undefined) return;
  flushFolder(path.dirname(firstMade));
  flushFolder(path.dirname(folder));
}

/** Makes the names in the folder last. Windows offers no such thing and needs none. */
export function flushFolder(folder: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function rename(from: string, to: string): void {
  for (let left = RENAME_TRIES - 1; ; left -= 1) {
    try {
      renameSync(from, to);
      return;
    } catch (error) {
      if (left === 0 || !isHeldByAnother(error)) throw error;
      pause(RENAME_PAUSE_MS);
    }
  }
}

function isHeldByAnother(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return (
    process.platform === "win32" && (code === "EPERM" || code === "EACCES" || code === "EBUSY")
  );
}

function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
