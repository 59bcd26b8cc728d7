import { lstatSync, realpathSync } from "node:fs";
import path from "node:path";
import { OWN_FOLDER } from "./profile.ts";

export interface WorkspaceFile {
  /** Absolute, with no link in it. */
  readonly place: string;
  /** From the workspace, with `/` between its parts. */
  readonly relative: string;
  readonly bytes: number;
}

/**
 * The file that a result names, from the workspace or absolute. `missing` when nothing is there,
 * `outside` when it leads out of the workspace or into the app's own folder, by whatever links.
 */
export function fileInWorkspace(
  workspace: string,
  named: string,
): WorkspaceFile | "missing" | "outside" {
  const root = realpathSync.native(workspace);
  const place = realOrNull(path.resolve(root, named));
  if (place === null) return "missing";
  const relative = path.relative(root, place).split(path.sep).join("/");
  if (relative.startsWith("../") || path.isAbsolute(relative)) return "outside";
  if (relative.split("/")[0] === OWN_FOLDER) return "outside";
  const found = lstatSync(place);
  return found.isFile() ? { place, relative, bytes: found.size } : "missing";
}

function realOrNull(place: string): string | null {
  try {
    return realpathSync.native(place);
  } catch {
    // Whatever keeps it from being found: for the reader it is not there.
    return null;
  }
}
