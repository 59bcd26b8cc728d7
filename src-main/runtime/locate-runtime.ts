import { existsSync, readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { BROWSER_SERVER_VERSION } from "./pinned-version.ts";

/** Where the parts of the browser server are; every path absolute. */
export interface BrowserRuntime {
  readonly version: string;
  readonly node: string;
  /** The server's own entry, run by `node`. */
  readonly serverScript: string;
  readonly browserExecutable: string;
}

export type RuntimeLocation =
  | ({ readonly state: "ready" } & BrowserRuntime)
  | { readonly state: "not-installed"; readonly version: string; readonly reason: string };

export interface RuntimeSearch {
  /** Folders that may hold `<version>/`, the first that does wins (M25). */
  readonly roots: readonly string[];
  /** A browser that the person chose; it comes before any other. */
  readonly chosenBrowser: string | null;
}

const Install = z.looseObject({ version: z.string(), chromiumExecutable: z.string().nullable() });
const BrowserChoice = z.looseObject({ executable: z.string() });

const nodeName = process.platform === "win32" ? "node/node.exe" : "node/bin/node";
const serverName = "pkg/node_modules/@playwright/mcp/cli.js";

/** Looks whether node, server and a browser are all there; nothing is started for it (M25). */
export function locateRuntime(search: RuntimeSearch): RuntimeLocation {
  const version = BROWSER_SERVER_VERSION;
  const missing = (reason: string) => ({ state: "not-installed", version, reason }) as const;
  const folder = runtimeFolder(search.roots);
  if (!folder)
    return missing("The browser server is not set up yet. Run the set-up, then try again.");
  const install = readJson(path.join(folder, "install.json"), Install);
  const node = inside(folder, nodeName);
  const serverScript = inside(folder, serverName);
  if (!install || !node || !serverScript) {
    return missing("The browser server's files are incomplete. Run the set-up again.");
  }
  const browserExecutable = findBrowser(search, folder, install.chromiumExecutable);
  if (!browserExecutable) {
    return missing(
      "No browser was found. Install Chromium, Chrome or Edge, or choose one in the settings.",
    );
  }
  return { state: "ready", version, node, serverScript, browserExecutable };
}

/** The bundled Node, also where no browser is there; null when it is missing. */
export function locateNode(roots: readonly string[]): string | null {
  const folder = runtimeFolder(roots);
  return folder === null ? null : inside(folder, nodeName);
}

function runtimeFolder(roots: readonly string[]): string | null {
  const folders = roots.map((root) => path.join(root, BROWSER_SERVER_VERSION));
  return folders.find((folder) => existsSync(path.join(folder, "install.json"))) ?? null;
}

/** The person's choice, else the app's own Chromium, else the installed one that set-up chose. */
function findBrowser(search: RuntimeSearch, folder: string, own: string | null): string | null {
  if (search.chosenBrowser) return existsSync(search.chosenBrowser) ? search.chosenBrowser : null;
  if (own !== null) return inside(folder, own);
  const choice = readJson(path.join(path.dirname(folder), "browser-choice.json"), BrowserChoice);
  return choice && existsSync(choice.executable) ? choice.executable : null;
}

/** The file at this place in the folder; null when it is not there or leads out of it, by a link too. */
function inside(folder: string, relative: string): string | null {
  try {
    const root = realpathSync(folder);
    const file = realpathSync(path.join(root, relative));
    return file.startsWith(root + path.sep) ? file : null;
  } catch {
    return null;
  }
}

/** Null when the file is missing or not of this shape: then the runtime does not count as installed. */
function readJson<T>(file: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return null;
  }
}
