import { existsSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { assertNever } from "../base/assert-never.ts";
import { inside } from "./inside.ts";
import { BROWSER_SERVER_VERSION } from "./pinned-version.ts";
import { readJson } from "./read-json.ts";
import { olderChromiums, readInstall } from "./version-folders.ts";

/** The pinned server and the Node that runs it; every path absolute. */
export interface BrowserServer {
  readonly node: string;
  /** The server's own entry, run by `node`. */
  readonly serverScript: string;
}

/** Where the parts of the browser server are. */
export interface BrowserRuntime extends BrowserServer {
  readonly version: string;
  readonly browserExecutable: string;
  /** Whose browser it is: the person's choice, the app's own, or one that set-up found. */
  readonly source: "chosen" | "own" | "installed";
}

/** Why nothing can be started, as a sentence with a way out, and what it is that is missing. */
interface Missing {
  readonly version: string;
  readonly reason: string;
  readonly missing: "server" | "browser";
}

export type RuntimeLocation =
  | ({ readonly state: "ready" } & BrowserRuntime)
  | ({ readonly state: "not-installed" } & Missing)
  /** Something that was installed is not whole any more. */
  | ({ readonly state: "damaged" } & Missing)
  /** Only the Chromium of an earlier version is there. */
  | ({ readonly state: "update-available"; readonly installed: string } & Missing);

export interface RuntimeSearch {
  /** Folders that may hold `<version>/`; each part is taken from the first that has it (M25). */
  readonly roots: readonly string[];
  /** A browser that the person chose; it comes before any other. */
  readonly chosenBrowser: string | null;
}

type FoundBrowser =
  | {
      readonly kind: "found";
      readonly executable: string;
      readonly source: "chosen" | "own" | "installed";
    }
  | { readonly kind: "chosen-is-gone" }
  /** What is missing, within its version's folder. */
  | { readonly kind: "damaged"; readonly missing: string }
  | { readonly kind: "none" };

const BrowserChoice = z.looseObject({ executable: z.string() });

/** Where in its folder a version has its Node, and its server. */
export const NODE_PROGRAM = process.platform === "win32" ? "node/node.exe" : "node/bin/node";
export const SERVER_SCRIPT = "pkg/node_modules/@playwright/mcp/cli.js";

const INSTALL_AGAIN = "Install Pilothouse again; in a development tree, run its set-up.";

/** Looks whether node, server and a browser are all there; nothing is started for it (M25). */
export function locateRuntime(search: RuntimeSearch): RuntimeLocation {
  const version = BROWSER_SERVER_VERSION;
  const server = locateServer(search.roots);
  if (!server) return withoutServer(search.roots);
  const browser = findBrowser(search);
  switch (browser.kind) {
    case "found": {
      const { executable: browserExecutable, source } = browser;
      return { state: "ready", version, ...server, browserExecutable, source };
    }
    case "chosen-is-gone":
      return withoutBrowser(
        "not-installed",
        "The browser that you chose is not there any more. Choose another one in the settings, or set up Chromium.",
      );
    case "damaged":
      return withoutBrowser(
        "damaged",
        `Pilothouse’s Chromium is incomplete: ${browser.missing} is missing. Set it up again.`,
      );
    case "none":
      return withoutAnyBrowser(search.roots);
    default:
      return assertNever(browser);
  }
}

/** Node and server of the first root that has both; null when none has. */
export function locateServer(roots: readonly string[]): BrowserServer | null {
  for (const folder of versionFolders(roots)) {
    const node = inside(folder, NODE_PROGRAM);
    const serverScript = inside(folder, SERVER_SCRIPT);
    if (node && serverScript) return { node, serverScript };
  }
  return null;
}

/** The bundled Node, also where no browser is there; null when it is missing. */
export function locateNode(roots: readonly string[]): string | null {
  const nodes = versionFolders(roots).map((folder) => inside(folder, NODE_PROGRAM));
  return nodes.find((node) => node !== null) ?? null;
}

/** Only what says of itself that it is whole. */
function versionFolders(roots: readonly string[]): readonly string[] {
  const folders = roots.map((root) => path.join(root, BROWSER_SERVER_VERSION));
  return folders.filter((folder) => readInstall(folder) !== null);
}

/** The person's choice, else the app's own Chromium, else the installed one that set-up chose. */
function findBrowser({ roots, chosenBrowser }: RuntimeSearch): FoundBrowser {
  if (chosenBrowser !== null) {
    if (!existsSync(chosenBrowser)) return { kind: "chosen-is-gone" };
    return { kind: "found", executable: chosenBrowser, source: "chosen" };
  }
  const own = findOwn(roots);
  if (own.kind === "found") return own;
  const installed = roots.map(setUpsChoice).find((executable) => executable !== null);
  return installed ? { kind: "found", executable: installed, source: "installed" } : own;
}

function findOwn(roots: readonly string[]): FoundBrowser {
  let result: FoundBrowser = { kind: "none" };
  for (const folder of versionFolders(roots)) {
    const named = readInstall(folder)?.chromiumExecutable ?? null;
    if (named === null) continue;
    const executable = inside(folder, named);
    if (executable) return { kind: "found", executable, source: "own" };
    result = { kind: "damaged", missing: named };
  }
  return result;
}

function setUpsChoice(root: string): string | null {
  const choice = readJson(path.join(root, "browser-choice.json"), BrowserChoice);
  return choice && existsSync(choice.executable) ? choice.executable : null;
}

function withoutServer(roots: readonly string[]): RuntimeLocation {
  const version = BROWSER_SERVER_VERSION;
  const isPartlyThere = versionFolders(roots).some(
    (folder) => inside(folder, NODE_PROGRAM) ?? inside(folder, SERVER_SCRIPT),
  );
  return isPartlyThere
    ? {
        state: "damaged",
        version,
        missing: "server",
        reason: `The browser server’s files are incomplete. ${INSTALL_AGAIN}`,
      }
    : {
        state: "not-installed",
        version,
        missing: "server",
        reason: `The browser server is missing from this installation. ${INSTALL_AGAIN}`,
      };
}

function withoutAnyBrowser(roots: readonly string[]): RuntimeLocation {
  const [older] = olderChromiums(roots, BROWSER_SERVER_VERSION);
  if (!older) {
    return withoutBrowser(
      "not-installed",
      "There is no browser to work with yet. Set up Chromium, or choose an installed Chrome, Chromium or Edge in the settings.",
    );
  }
  return {
    state: "update-available",
    version: BROWSER_SERVER_VERSION,
    installed: older.version,
    missing: "browser",
    reason: "This version of Pilothouse needs a newer Chromium than the one it has. Update it.",
  };
}

function withoutBrowser(state: "not-installed" | "damaged", reason: string): RuntimeLocation {
  return { state, version: BROWSER_SERVER_VERSION, missing: "browser", reason };
}
