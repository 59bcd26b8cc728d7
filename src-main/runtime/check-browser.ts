import path from "node:path";
import { AppError } from "../base/errors.ts";
import type { RunProgram } from "./ports.ts";

/** Its first start reads all of it from the disk, past a virus scanner. In milliseconds. */
const START_TIMEOUT_MS = 60_000;

/** What a loader writes when a library of the system is missing. */
const MISSING_LIBRARY = /error while loading shared libraries: ([^:\s]+)/;

export interface BrowserCheck {
  readonly executable: string;
  /** That it has to be; null where it is not known. */
  readonly version: string | null;
  /** For a profile that is thrown away. */
  readonly scratch: string;
  readonly run: RunProgram;
  readonly signal: AbortSignal;
}

/** Starts it. Rejects with an `AppError` `browser-lacks-library`, `browser-does-not-start` or `browser-is-another`. */
export async function checkBrowser(check: BrowserCheck): Promise<void> {
  const { executable, version, run, signal } = check;
  const program = {
    name: "browser check",
    command: executable,
    args: startArguments(check),
    env: {},
    timeoutMs: START_TIMEOUT_MS,
  };
  const { code, stdout, stderr } = await run(program, signal);
  if (code !== 0) throw doesNotStart(stderr);
  if (process.platform === "win32" || version === null || stdout.includes(version)) return;
  throw new AppError(
    "browser-is-another",
    `The Chromium that was set up is not version ${version}, which Playwright’s server expects. Set it up again.`,
    { details: { stdout } },
  );
}

/** A browser of this machine is started often; one that hangs this long is none. In milliseconds. */
const CHOSEN_TIMEOUT_MS = 30_000;

export interface ChosenBrowserCheck extends Omit<BrowserCheck, "version"> {
  readonly sandbox: "on" | "off";
}

/**
 * Whether the program that a person named can be driven: it loads an empty page, as a browser of
 * Chromium's family does. Rejects with an `AppError` `browser-lacks-library` or `browser-not-usable`.
 */
export async function checkChosenBrowser(check: ChosenBrowserCheck): Promise<void> {
  const { executable, sandbox, run, signal } = check;
  const args = loadEmptyPage(check);
  const program = {
    name: "browser check",
    command: executable,
    args: sandbox === "on" ? args : ["--no-sandbox", ...args],
    env: {},
    timeoutMs: CHOSEN_TIMEOUT_MS,
  };
  const end = await run(program, signal).catch((error: unknown) => {
    throw signal.aborted ? error : notUsable(executable, { cause: error });
  });
  const library = MISSING_LIBRARY.exec(end.stderr)?.[1];
  if (library !== undefined) throw lacksLibrary(executable, library);
  if (end.code === 0 && end.stdout.includes("<html")) return;
  throw notUsable(executable, { details: { code: end.code, stderr: end.stderr } });
}

function notUsable(
  executable: string,
  why: { readonly cause?: unknown; readonly details?: unknown },
): AppError {
  return new AppError(
    "browser-not-usable",
    `“${path.basename(executable)}” does not start as a browser that Pilothouse can drive. Choose the program of a Chrome, Chromium or Edge.`,
    why,
  );
}

function lacksLibrary(executable: string, library: string): AppError {
  return new AppError(
    "browser-lacks-library",
    `“${path.basename(executable)}” cannot start: this system lacks ${library}. Install it with your system’s packages, or choose another browser.`,
  );
}

/** On Windows `--version` opens a window; there an empty page is loaded unseen. */
function startArguments({ scratch }: BrowserCheck): readonly string[] {
  return process.platform === "win32" ? loadEmptyPage({ scratch }) : ["--version"];
}

function loadEmptyPage({ scratch }: Pick<BrowserCheck, "scratch">): readonly string[] {
  const profile = path.join(scratch, "profile");
  return ["--headless", `--user-data-dir=${profile}`, "--dump-dom", "about:blank"];
}

function doesNotStart(stderr: string): AppError {
  const library = MISSING_LIBRARY.exec(stderr)?.[1];
  const details = { details: { stderr } };
  if (library !== undefined) {
    return new AppError(
      "browser-lacks-library",
      `Chromium is here but cannot start: this system lacks ${library}. Install it with your system’s packages and set up Chromium again, or choose an installed browser.`,
      details,
    );
  }
  return new AppError(
    "browser-does-not-start",
    "The Chromium that was set up does not start on this computer. Set it up again, or choose an installed browser.",
    details,
  );
}
