import { realpathSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { OWN_FOLDER } from "./profile.ts";

/** No system takes a longer path, so a longer text names no file; in characters. */
const MAX_PATH_CHARS = 4_096;

/** Nested deeper no tool takes arguments. */
const MAX_DEPTH = 8;

/**
 * Whether some text in the arguments names a place on the disk that lies in the app's own folder of the
 * workspace, by whatever links it leads there (M26). What is yet to be written counts by the folder that
 * would hold it. For the names themselves see `policy/own-folder.ts`.
 */
export function leadsIntoOwnFolder(
  args: Readonly<Record<string, unknown>>,
  workspace: string,
): boolean {
  const own = realPath(path.join(workspace, OWN_FOLDER));
  return textsIn(args).some((text) => isWithin(own, realPlace(workspace, text)));
}

function textsIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value === "string") return [value];
  if (value === null || typeof value !== "object" || depth > MAX_DEPTH) return [];
  return Object.values(value).flatMap((inner) => textsIn(inner, depth + 1));
}

/** Null for a text that can be no path. */
function realPlace(workspace: string, text: string): string | null {
  if (text === "" || text.length > MAX_PATH_CHARS || text.includes("\0")) return null;
  const named = pathOf(text);
  return named === null ? null : realPath(path.resolve(workspace, named));
}

function pathOf(text: string): string | null {
  if (!/^file:/iu.test(text)) return text;
  try {
    return fileURLToPath(text);
  } catch {
    // An address of another machine, or none at all.
    return null;
  }
}

/** With every link followed, as far as the path is there. */
function realPath(place: string): string {
  try {
    return realpathSync.native(place);
  } catch {
    const above = path.dirname(place);
    return above === place ? place : path.join(realPath(above), path.basename(place));
  }
}

function isWithin(folder: string, place: string | null): boolean {
  return place !== null && (place === folder || place.startsWith(folder + path.sep));
}
