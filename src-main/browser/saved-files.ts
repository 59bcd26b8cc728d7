import { realpathSync } from "node:fs";
import { lstat, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { MAX_LISTED_FILES } from "../../src-preload/contract/limits.ts";
import type { BrowserFiles, SavedFile } from "../../src-preload/model/browser-files.ts";
import { AppError } from "../base/errors.ts";
import { OUTPUT_FOLDER } from "./output-folder.ts";
import { fileInWorkspace } from "./workspace-file.ts";

/** Hundreds of downloads and ten thousand snapshots stay below this; videos do not. In bytes. */
export const FILES_BUDGET_BYTES = 1_000_000_000;

/** Files that are asked for their size at once: more would only wait for each other. */
const ASKED_AT_ONCE = 100;

/** What the browser has saved in the workspace; no link is followed, in either direction (M22). */
export async function listSavedFiles(workspace: string): Promise<BrowserFiles> {
  const files = await savedFiles(workspace);
  const oldestFirst = files.toSorted((a, b) => a.savedAt - b.savedAt || compare(a.path, b.path));
  return {
    files: oldestFirst.slice(0, MAX_LISTED_FILES),
    count: files.length,
    totalBytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    budgetBytes: FILES_BUDGET_BYTES,
  };
}

/**
 * Removes these files; one that is gone already is no fault. Throws an `AppError` `file-not-saved-here`
 * for any other place, and removes none then.
 */
export async function removeSavedFiles(workspace: string, paths: readonly string[]): Promise<void> {
  const places = paths.map((each) => placeOfSavedFile(workspace, each));
  for (const place of places) {
    if (place !== null) await rm(place, { force: true, maxRetries: 3 });
  }
}

/** Where it is on the disk; null when it is gone. Throws an `AppError` `file-not-saved-here`. */
export function placeOfSavedFile(workspace: string, named: string): string | null {
  const found = fileInWorkspace(workspace, named);
  if (found === "missing") return null;
  // What is named by another way than its own, as through a link, is not what the person was shown.
  const isItself = typeof found !== "string" && found.relative === named;
  if (isItself && named.startsWith(`${OUTPUT_FOLDER}/`)) return found.place;
  throw new AppError(
    "file-not-saved-here",
    "This is no file that the browser has saved in this conversation, so it was left as it is.",
  );
}

/** Null where there is none, or only a link to some other folder. */
export function outputFolderOf(workspace: string): string | null {
  try {
    const folder = path.join(realpathSync.native(workspace), OUTPUT_FOLDER);
    return realpathSync.native(folder) === folder ? folder : null;
  } catch {
    return null;
  }
}

async function savedFiles(workspace: string): Promise<readonly SavedFile[]> {
  const folder = outputFolderOf(workspace);
  if (folder === null) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const places = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const files: SavedFile[] = [];
  for (let next = 0; next < places.length; next += ASKED_AT_ONCE) {
    const some = places.slice(next, next + ASKED_AT_ONCE);
    const read = await Promise.all(some.map((place) => savedFile(place, path.dirname(folder))));
    files.push(...read.filter((file) => file !== null));
  }
  return files;
}

/** Null for one that has gone meanwhile. */
async function savedFile(place: string, workspace: string): Promise<SavedFile | null> {
  const found = await lstat(place).catch(() => null);
  if (!found) return null;
  const relative = path.relative(workspace, place).split(path.sep).join("/");
  return { path: relative, bytes: found.size, savedAt: found.mtimeMs };
}

const compare = (a: string, b: string): number => (a < b ? -1 : 1);
