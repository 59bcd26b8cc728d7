import type { Failure } from "../../src-preload/model/failure.ts";
import type { RuntimeStatus, SetUpOffer } from "../../src-preload/model/settings.ts";
import type { Clock } from "../base/clock.ts";
import { Emitter } from "../base/emitter.ts";
import { AppError, isAbort, messageOf, toFailure } from "../base/errors.ts";
import type { Logger } from "../base/logger.ts";
import { BrowserFolder } from "./browser-folder.ts";
import { downloadTimes, type DownloadTimes } from "./download.ts";
import { freeBytes } from "./disk-space.ts";
import {
  ESTIMATED_DOWNLOAD_BYTES,
  installChromium,
  type SetUpProgress,
} from "./install-chromium.ts";
import { locateServer, type RuntimeLocation } from "./locate-runtime.ts";
import { keptBytes } from "./part-file.ts";
import { BROWSER_SERVER_VERSION } from "./pinned-version.ts";
import { PlaywrightInstaller } from "./playwright-installer.ts";
import type { Fetch, FreeBytes, RunProgram } from "./ports.ts";
import { RateMeter } from "./rate-meter.ts";

/** How often it is told how far the download is; a person sees no more steps than that. In milliseconds. */
const TELL_INTERVAL_MS = 250;

export interface BrowserSetUpOptions {
  /** The root in which the app's own Chromium is kept: the person's data, as resources may be read-only. */
  readonly root: string;
  /** All roots, for the server whose installer is asked. */
  readonly roots: readonly string[];
  readonly locate: () => RuntimeLocation;
  readonly sandbox: "on" | "off";
  readonly run: RunProgram;
  readonly fetch: Fetch;
  /** A company's mirror instead of Playwright's own place; null for none. */
  readonly downloadHost: string | null;
  readonly logger: Logger;
  readonly clock: Clock;
  /** For tests; else the disk's own word. */
  readonly freeBytes?: FreeBytes;
  /** For tests. */
  readonly times?: DownloadTimes;
}

/** A set-up on its way. */
interface Running {
  readonly abort: AbortController;
  readonly rate: RateMeter;
  readonly ticker: NodeJS.Timeout;
  readonly ended: Promise<void>;
}

/** The set-up of the app's own Chromium, and what there is to say of the runtime meanwhile (M25). */
export class BrowserSetUp {
  /** Told at each change, while bytes come a few times a second. */
  readonly changed = new Emitter<RuntimeStatus>();
  /** Told when a Chromium has been put into its place. */
  readonly installed = new Emitter<void>();

  readonly #options: BrowserSetUpOptions;
  readonly #folder: BrowserFolder;
  #running: Running | null = null;
  #progress: SetUpProgress = atFirst;
  #knownTotal: number | null = null;
  #failure: Failure | null = null;

  constructor(options: BrowserSetUpOptions) {
    this.#options = options;
    this.#folder = new BrowserFolder(options.root, BROWSER_SERVER_VERSION);
  }

  status(): RuntimeStatus {
    const runtime = this.#options.locate();
    return this.#running ? this.#onItsWay(this.#running, runtime) : this.#atRest(runtime);
  }

  /** Begins, or goes on where the last one stopped; nothing new while one runs. Throws `set-up-impossible`. */
  begin(): void {
    if (this.#running) return;
    const installer = this.#installer();
    const abort = new AbortController();
    const rate = new RateMeter(this.#options.clock);
    this.#failure = null;
    this.#progress = atFirst;
    // Begun in the next turn of the loop, so that its end always finds it noted as running.
    const ended = Promise.resolve().then(() => this.#run(installer, abort.signal, rate));
    // By the clock and not by the bytes: that none come is to be seen too.
    const ticker = setInterval(() => this.#tell(), TELL_INTERVAL_MS);
    this.#running = { abort, rate, ticker, ended };
    this.#tell();
  }

  /** Resolves when nothing of it runs any more. */
  async cancel(keepDownload: boolean): Promise<void> {
    await this.#stop();
    if (keepDownload) return;
    this.#failure = null;
    await this.#folder.tidyAside();
    this.#tell();
  }

  /** To be called when something else that the status depends on has changed. */
  lookAgain(): void {
    this.#tell();
  }

  /** For the quit: what was downloaded is kept. */
  async close(): Promise<void> {
    await this.#stop();
  }

  async #stop(): Promise<void> {
    this.#running?.abort.abort(new DOMException("The set-up was stopped.", "AbortError"));
    await this.#running?.ended;
  }

  async #run(installer: PlaywrightInstaller, signal: AbortSignal, rate: RateMeter): Promise<void> {
    const { run, fetch, logger } = this.#options;
    try {
      await installChromium({
        folder: this.#folder,
        installer,
        run,
        fetch,
        freeBytes: this.#options.freeBytes ?? freeBytes,
        times: this.#options.times ?? downloadTimes,
        signal,
        onProgress: (progress) => this.#note(progress, rate),
      });
      logger.info(`Chromium for Playwright's server ${BROWSER_SERVER_VERSION} is set up.`);
      this.installed.fire();
      this.#end(null);
    } catch (error) {
      this.#end(isAbort(error, signal) ? null : this.#failureOf(error));
    }
  }

  #end(failure: Failure | null): void {
    clearInterval(this.#running?.ticker);
    this.#running = null;
    this.#failure = failure;
    this.#tell();
  }

  /** The log has what the person has no use for. */
  #failureOf(error: unknown): Failure {
    const details = error instanceof AppError ? ` ${JSON.stringify(error.details ?? {})}` : "";
    this.#options.logger.warn(`The set-up of Chromium failed: ${messageOf(error)}${details}`);
    return toFailure(error);
  }

  #note(progress: SetUpProgress, rate: RateMeter): void {
    const isNewPhase = progress.phase !== this.#progress.phase;
    this.#progress = progress;
    if (progress.phase === "downloading") rate.note(progress.bytes);
    if (progress.totalBytes !== null) this.#knownTotal = progress.totalBytes;
    if (isNewPhase) this.#tell();
  }

  #tell(): void {
    this.changed.fire(this.status());
  }

  #onItsWay({ rate }: Running, runtime: RuntimeLocation): RuntimeStatus {
    const { phase, bytes, totalBytes } = this.#progress;
    const bytesPerSecond = phase === "downloading" ? rate.bytesPerSecond() : null;
    const left = totalBytes === null ? null : totalBytes - bytes;
    const secondsLeft = bytesPerSecond && left !== null ? Math.ceil(left / bytesPerSecond) : null;
    return {
      state: "installing",
      version: BROWSER_SERVER_VERSION,
      phase,
      bytes,
      totalBytes,
      bytesPerSecond,
      secondsLeft,
      browser: runtime.state === "ready" ? runtime.browserExecutable : null,
    };
  }

  #atRest(runtime: RuntimeLocation): RuntimeStatus {
    if (runtime.state === "ready") {
      const { state, version, source, browserExecutable: browser } = runtime;
      const setUp = source === "installed" ? this.#offer() : null;
      return { state, version, source, browser, sandbox: this.#options.sandbox, setUp };
    }
    const { missing, ...rest } = runtime;
    return { ...rest, setUp: missing === "browser" ? this.#offer() : null };
  }

  #offer(): SetUpOffer {
    return {
      totalBytes: this.#knownTotal ?? ESTIMATED_DOWNLOAD_BYTES,
      keptBytes: keptBytes(this.#folder.downloads),
      failure: this.#failure,
    };
  }

  #installer(): PlaywrightInstaller {
    const { roots, run, downloadHost } = this.#options;
    const server = locateServer(roots);
    if (server) return new PlaywrightInstaller({ server, run, downloadHost });
    throw new AppError(
      "set-up-impossible",
      "Chromium cannot be set up: the browser server is missing from this installation. Install Pilothouse again.",
    );
  }
}

const atFirst: SetUpProgress = { phase: "downloading", bytes: 0, totalBytes: null };
