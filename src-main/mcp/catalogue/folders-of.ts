import { realpathSync } from "node:fs";

/** A folder by each of its names: a server may tell the one to which a link leads. */
export function foldersOf(folder: string): readonly string[] {
  return [...new Set([realOrSame(folder), folder])];
}

function realOrSame(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    // A folder that is not there has no other name.
    return folder;
  }
}
