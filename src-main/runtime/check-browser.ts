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

/** On Windows `--version` opens a window; there an empty page is loaded unseen. */
function startArguments({ scratch }: BrowserCheck): readonly string[] {
  if (process.platform !== "win32") return ["--version"];
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
