import { AppError } from "../base/errors.ts";
import { serveArchives, type Archive } from "./archive-server.ts";
import { readPlan, type PlannedDownload } from "./download-plan.ts";
import type { BrowserServer } from "./locate-runtime.ts";
import type { ProgramEnd, RunProgram } from "./ports.ts";

/** A question to the package takes half a second; a machine that is busy takes some. In milliseconds. */
const ASK_TIMEOUT_MS = 30_000;

/** Unpacking takes seconds, on a slow disk with a virus scanner minutes. In milliseconds. */
const UNPACK_TIMEOUT_MS = 600_000;

/** What it prints is asked of the package itself, so that no layout of its folders is known here. */
const PRINT_EXECUTABLE = `
  const { createRequire } = require("node:module");
  const { chromium } = createRequire(process.argv[1])("playwright-core");
  process.stdout.write(chromium.executablePath());
`;

/** Without the small second browser for tests: the server starts the whole one, also unseen. */
const INSTALL = ["install-browser", "--no-shell", "--no-progress", "chromium"];

export interface InstallerOptions {
  readonly server: BrowserServer;
  readonly run: RunProgram;
  /** Another place to get Chromium from, such as a company's mirror; null for Playwright's own. */
  readonly downloadHost: string | null;
}

/** Playwright's own installer of the pinned package; it never reaches the network (M25). */
export class PlaywrightInstaller {
  readonly #options: InstallerOptions;

  constructor(options: InstallerOptions) {
    this.#options = options;
  }

  /** What it would download. Rejects with an `AppError`, or with the signal's reason. */
  async plan(signal: AbortSignal): Promise<readonly PlannedDownload[]> {
    const { downloadHost } = this.#options;
    const host = downloadHost === null ? {} : { PLAYWRIGHT_DOWNLOAD_HOST: downloadHost };
    const end = await this.#run([...INSTALL, "--dry-run"], host, ASK_TIMEOUT_MS, signal);
    if (end.code !== 0) throw failed(end);
    return readPlan(end.stdout);
  }

  /** Unpacks the archives into the folder, as Playwright lays it out. Rejects with `archive-broken` when one is none. */
  async unpack(archives: readonly Archive[], folder: string, signal: AbortSignal): Promise<void> {
    const server = await serveArchives(archives);
    const env = {
      PLAYWRIGHT_BROWSERS_PATH: folder,
      PLAYWRIGHT_DOWNLOAD_HOST: server.host,
      // The start of the browser itself is the better check, and it follows.
      PLAYWRIGHT_SKIP_VALIDATE_HOST_REQUIREMENTS: "1",
      NO_PROXY: "127.0.0.1",
      no_proxy: "127.0.0.1",
    };
    try {
      const end = await this.#run(INSTALL, env, UNPACK_TIMEOUT_MS, signal);
      if (end.code !== 0) throw broken(end);
    } finally {
      await server.close();
    }
  }

  /** Where in the folder it has put Chromium; absolute. */
  async executableIn(folder: string, signal: AbortSignal): Promise<string> {
    const { run, server } = this.#options;
    const args = ["--eval", PRINT_EXECUTABLE, server.serverScript];
    const end = await run(
      {
        name: "browser set-up",
        command: server.node,
        args,
        env: { PLAYWRIGHT_BROWSERS_PATH: folder },
        timeoutMs: ASK_TIMEOUT_MS,
      },
      signal,
    );
    if (end.code !== 0) throw failed(end);
    return end.stdout.trim();
  }

  #run(
    args: readonly string[],
    env: Readonly<Record<string, string>>,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<ProgramEnd> {
    const { run, server } = this.#options;
    return run(
      {
        name: "browser set-up",
        command: server.node,
        args: [server.serverScript, ...args],
        env,
        timeoutMs,
      },
      signal,
    );
  }
}

/** What it wrote goes into the log alone: it advises commands that a person of this app has no use for. */
function failed({ code, stderr }: ProgramEnd): AppError {
  return new AppError(
    "installer-failed",
    "Playwright’s installer could not say what it needs. Install Pilothouse again if this goes on.",
    { details: { code, stderr } },
  );
}

function broken({ code, stderr }: ProgramEnd): AppError {
  return new AppError(
    "archive-broken",
    "What was downloaded could not be unpacked, so it was thrown away. Set up Chromium again.",
    { details: { code, stderr } },
  );
}
