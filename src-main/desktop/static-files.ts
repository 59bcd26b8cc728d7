import { realpathSync } from "node:fs";
import path from "node:path";

/** What the window's own files are; any other ending is not served. */
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".woff": "font/woff",
  ".ttf": "font/ttf",
};

export interface StaticFile {
  readonly file: string;
  readonly type: string;
}

/**
 * The file that a page's address names below the folder; null when it names none, leads out of it
 * (by dots, encodings, links or a sibling of like name), is hidden, or is of no known kind (S21).
 */
export function staticFile(folder: string, pathname: string): StaticFile | null {
  const relative = decode(pathname);
  if (relative === null || relative.endsWith("/") || /[\0\\:]/.test(relative)) return null;
  if (relative.split("/").some((name) => name.startsWith("."))) return null;
  const type = TYPES[path.extname(relative).toLowerCase()];
  if (!type) return null;
  try {
    const root = realpathSync(folder);
    const file = realpathSync(path.join(root, relative));
    return file.startsWith(root + path.sep) ? { file, type } : null;
  } catch {
    return null;
  }
}

/** Decoded once; what is encoded twice stays encoded and names nothing. */
function decode(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return null;
  }
}
