import { existsSync } from "node:fs";
import path from "node:path";
import type { BrowserOptions } from "../src-preload/model/browser-options.ts";
import type { InstalledBrowser } from "../src-preload/model/settings.ts";
import { systemClock } from "./base/clock.ts";
import { AppError } from "./base/errors.ts";
import type { Logger } from "./base/logger.ts";
import { refusePorts } from "./browser/preset.ts";
import type { Conversations } from "./conversations/conversations.ts";
import type { Core } from "./core.ts";
import { childEnvironment } from "./process/environment.ts";
import { stillAlive } from "./process/process-tree.ts";
import { programVersion } from "./process/program-version.ts";
import { runProgram } from "./process/run-program.ts";
import { processLookup } from "./process/running-programs.ts";
import { BrowserSetUp } from "./runtime/browser-set-up.ts";
import { checkChosenBrowser, type ChosenBrowserCheck } from "./runtime/check-browser.ts";
import { installedBrowsers } from "./runtime/installed-browsers.ts";
import { removeOldVersions, type OldVersions } from "./runtime/old-versions.ts";
import { BROWSER_SERVER_VERSION } from "./runtime/pinned-version.ts";
import type { Fetch, RunProgram } from "./runtime/ports.ts";
import type { SettingsFile } from "./settings/settings-file.ts";

export interface AppBrowserOptions {
  readonly core: Core;
  readonly conversations: Conversations;
  readonly settings: SettingsFile;
  readonly data: string;
  readonly runtimeRoots: readonly string[];
  readonly sandbox: "on" | "off";
  readonly fetch: Fetch;
  readonly logger: Logger;
}

/** Which browser is driven: the set-up of the app's own, and the person's choice of another (M25). */
export class AppBrowser {
  readonly setUp: BrowserSetUp;
  readonly #settings: SettingsFile;
  readonly #conversations: Conversations;
  readonly #removeOldVersions: () => Promise<void>;
  readonly #check: (executable: string) => Promise<void>;

  constructor(options: AppBrowserOptions) {
    const { core, conversations, settings, data, runtimeRoots, sandbox, fetch, logger } = options;
    this.#settings = settings;
    this.#conversations = conversations;
    const run = programRunner(core, data);
    this.#check = (executable) => tryBrowser(core, { executable, sandbox, run });
    this.setUp = new BrowserSetUp({
      root: path.join(data, "runtime"),
      roots: runtimeRoots,
      locate: () => core.runtime(),
      sandbox,
      run,
      fetch,
      downloadHost: process.env["PLAYWRIGHT_DOWNLOAD_HOST"] || null,
      logger,
      clock: systemClock,
    });
    this.#removeOldVersions = () => removeOldVersions(oldVersions(core, data, logger));
    this.setUp.installed.on(() => this.#takeOwn());
  }

  /** Removes what earlier versions of the app have left, where nothing runs from it. Never rejects. */
  async tidy(): Promise<void> {
    await this.#removeOldVersions();
  }

  list(): Promise<readonly InstalledBrowser[]> {
    const { platform, env } = process;
    return installedBrowsers({ platform, env, versionOf: programVersion });
  }

  /** Null for the app's own. Rejects with `browser-unknown` for a program that is not in the list. */
  async choose(executable: string | null): Promise<void> {
    if (executable !== null) await this.#requireListed(executable);
    this.#keepChoice(executable);
    this.#conversations.reconfigureServers();
    this.setUp.lookAgain();
  }

  /** A program that the person named in the system's dialog. Rejects as {@link checkChosenBrowser} does. */
  async chooseFile(named: string): Promise<void> {
    const executable = programIn(named, process.platform);
    await this.#check(executable);
    this.#keepChoice(executable);
    this.#conversations.reconfigureServers();
    this.setUp.lookAgain();
  }

  /** It takes the place of a choice that is not there any more, and of nothing else. */
  #takeOwn(): void {
    const chosen = this.#settings.settings.browserExecutable;
    if (chosen !== null && !existsSync(chosen)) this.#keepChoice(null);
    this.#conversations.reconfigureServers();
    void this.tidy();
  }

  #keepChoice(executable: string | null): void {
    this.#settings.update((settings) => ({ ...settings, browserExecutable: executable }));
  }

  /** Holds from each browser's next start. Throws `preset-argument-refused`; nothing is changed then. */
  configure(browser: BrowserOptions): void {
    refusePorts(browser.extraArguments);
    this.#settings.update((settings) => ({ ...settings, browser }));
    this.#conversations.reconfigureServers();
  }

  /** The window may name no other program to be started. */
  async #requireListed(executable: string): Promise<void> {
    const listed = await this.list();
    if (listed.some((browser) => browser.executable === executable)) return;
    throw new AppError(
      "browser-unknown",
      "This browser is not there any more. Choose one of those in the list.",
    );
  }
}

/** An older Chromium is kept while an update of it is offered: by it the person knows that there is one. */
function oldVersions(core: Core, data: string, logger: Logger): OldVersions {
  const runtime = core.runtime();
  return {
    root: path.join(data, "runtime"),
    version: BROWSER_SERVER_VERSION,
    updatable: runtime.state === "update-available" ? runtime.installed : null,
    runs: (argument) => processLookup.withArgument(argument).length > 0,
    isAlive: (holder) => stillAlive([holder]).length > 0,
    logger,
  };
}

/** In a folder that is gone afterwards: what it writes there is nobody's. */
async function tryBrowser(
  { supervisor }: Core,
  check: Pick<ChosenBrowserCheck, "executable" | "sandbox" | "run">,
): Promise<void> {
  const scratch = supervisor.makeFolder();
  try {
    const { signal } = new AbortController();
    await checkChosenBrowser({ ...check, scratch: scratch.path, signal });
  } finally {
    scratch.release();
  }
}

/** On macOS a person sees an app as one file; its program lies inside. */
function programIn(named: string, platform: NodeJS.Platform): string {
  const isApp = platform === "darwin" && named.endsWith(".app");
  return isApp ? path.join(named, "Contents/MacOS", path.basename(named, ".app")) : named;
}

function programRunner({ supervisor }: Core, cwd: string): RunProgram {
  return ({ name, command, args, env, timeoutMs }, signal) =>
    runProgram(
      supervisor,
      {
        name,
        command,
        args,
        cwd,
        env: childEnvironment(process.env, env),
        // Nothing that it does must be put in order: what is half done does not count.
        graces: { afterStdinEnd: 0, afterTerm: 2_000 },
      },
      { signal, timeoutMs },
    );
}
