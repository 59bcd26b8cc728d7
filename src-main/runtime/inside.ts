import { realpathSync } from "node:fs";
import { readdir, realpath } from "node:fs/promises";
import path from "node:path";

/** The file at this place in the folder; null when it is not there or leads out of it, by a link too (M25). */
export function inside(folder: string, relative: string): string | null {
  try {
    const root = realpathSync(folder);
    const file = realpathSync(path.join(root, relative));
    return file.startsWith(root + path.sep) ? file : null;
  } catch {
    return null;
  }
}

/** The first link below the folder that leads out of it, or nowhere; null when there is none. */
export async function escapingLink(folder: string): Promise<string | null> {
  const root = await realpath(folder);
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((each) => each.isSymbolicLink())) {
    const relative = path.relative(root, path.join(entry.parentPath, entry.name));
    if (inside(root, relative) === null) return relative;
  }
  return null;
}
