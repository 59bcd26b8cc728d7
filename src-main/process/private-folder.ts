import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/**
 * Longest path of a private folder: a browser makes sockets below its temp folder, and their paths
 * may have 108 bytes; 51 worked, 81 did not. In characters.
 */
export const MAX_PRIVATE_PATH_CHARS = 60;

/** Six characters are added to the name. */
const SUFFIX_CHARS = 6;

/** A fresh folder with a short path, readable by this user alone. */
export function makePrivateFolder(): string {
  const wanted = path.join(tmpdir(), "ph-");
  const tooLong = wanted.length + SUFFIX_CHARS > MAX_PRIVATE_PATH_CHARS;
  return mkdtempSync(tooLong && process.platform !== "win32" ? "/tmp/ph-" : wanted);
}

/** Whether the path is such a folder's: what a file says is to be removed is looked at first. */
export function isPrivateFolder(folder: string): boolean {
  return path.isAbsolute(folder) && /^ph-[A-Za-z0-9]{6}$/.test(path.basename(folder));
}

export function removePrivateFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
