import type { BrowserFiles, SavedFile } from "../../../src-preload/model/browser-files.ts";

/** The oldest ones without which the rest stays within the budget: what is offered for removal (M22). */
export function offeredFiles({ files, totalBytes, budgetBytes }: BrowserFiles): readonly string[] {
  const offered: string[] = [];
  let left = totalBytes;
  for (const { path, bytes } of files) {
    if (left <= budgetBytes) break;
    offered.push(path);
    left -= bytes;
  }
  return offered;
}

/** Bytes of those that are chosen. */
export function bytesOf(files: readonly SavedFile[], chosen: ReadonlySet<string>): number {
  return files.reduce((sum, { path, bytes }) => sum + (chosen.has(path) ? bytes : 0), 0);
}

/** `report.csv` of `browser/downloads/report.csv`. */
export function nameOf({ path }: SavedFile): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
