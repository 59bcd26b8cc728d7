import { symlinkSync } from "node:fs";
import path from "node:path";
import { onTestFinished } from "vitest";
import { loggerTo } from "../../../src-main/base/logger.ts";
import { Redactor } from "../../../src-main/base/redactor.ts";
import { childEnvironment } from "../../../src-main/process/environment.ts";
import { runProgram } from "../../../src-main/process/run-program.ts";
import { Supervisor } from "../../../src-main/process/supervisor.ts";
import {
  BrowserSetUp,
  type BrowserSetUpOptions,
} from "../../../src-main/runtime/browser-set-up.ts";
import { locateRuntime } from "../../../src-main/runtime/locate-runtime.ts";
import { BROWSER_SERVER_VERSION } from "../../../src-main/runtime/pinned-version.ts";
import type { RuntimeStatus } from "../../../src-preload/model/settings.ts";
import { DownloadServer } from "../../fixtures/download-server.ts";
import { zip, type ZipEntry } from "../../fixtures/zip.ts";
import { guardScript } from "../../support/launch-context.ts";
import { tempFolder } from "../../support/temp-folder.ts";

/** The runtime that this tree's own set-up has made: node and server, without a Chromium. */
export const treeRuntime = path.resolve(import.meta.dirname, "../../../resources/runtime");

/** Some bytes beside the program, so that a download has a middle. */
const padding = Buffer.alloc(300_000, "Chromium ");

/** What the pinned Playwright expects at its place in the archive, printing what it expects. */
export function chromeArchive(program: Partial<ZipEntry> = {}): Buffer {
  const content = "#!/bin/sh\necho Google Chrome for Testing 155.0.8059.12\n";
  const executable = { name: "chrome-linux64/chrome", content, ...program };
  return zip([{ name: "chrome-linux64/padding", content: padding }, executable]);
}

export const ffmpegArchive = (): Buffer => zip([{ name: "ffmpeg-linux", content: "ffmpeg" }]);

export interface SetUpUnderTest {
  readonly setUp: BrowserSetUp;
  readonly server: DownloadServer;
  /** The person's data folder for runtimes. */
  readonly root: string;
  /** Every status that was told, in order. */
  readonly told: RuntimeStatus[];
  /** What the log has. */
  readonly log: string[];
  /** Begins, and resolves with the status in which it comes to rest. */
  readonly finish: () => Promise<RuntimeStatus>;
  readonly supervisor: Supervisor;
}

/** A set-up that gets its archives from a server of the test's own. */
export async function setUpUnderTest(
  options: Partial<BrowserSetUpOptions> & { readonly chrome?: Buffer } = {},
): Promise<SetUpUnderTest> {
  const { chrome = chromeArchive(), ...change } = options;
  const server = await new DownloadServer((file) =>
    file.includes("ffmpeg") ? ffmpegArchive() : chrome,
  ).start();
  onTestFinished(() => server.close());
  const log: string[] = [];
  const logger = loggerTo((_level, message) => log.push(message));
  const root = change.root ?? tempFolder();
  const runtimes = [root, treeWithoutChoice()];
  const supervisor = new Supervisor({
    node: process.execPath,
    guardScript,
    redactor: new Redactor(),
    logger,
  });
  onTestFinished(() => supervisor.stopAll());
  const setUp = new BrowserSetUp({
    root,
    roots: runtimes,
    locate: () => locateRuntime({ roots: runtimes, chosenBrowser: null }),
    sandbox: "on",
    run: ({ name, command, args, env, timeoutMs }, signal) =>
      runProgram(
        supervisor,
        {
          ...{ name, command, args, cwd: root },
          env: childEnvironment(process.env, env),
          graces: { afterStdinEnd: 0, afterTerm: 1_000 },
        },
        { signal, timeoutMs },
      ),
    fetch: (url, init) => fetch(url, init),
    downloadHost: server.url,
    logger,
    clock: () => Date.now(),
    times: { stall: 2_000, retryPause: 0 },
    ...change,
  });
  onTestFinished(() => setUp.close());
  const told: RuntimeStatus[] = [];
  setUp.changed.on((status) => told.push(status));
  return { setUp, server, root, told, log, supervisor, finish: () => finish(setUp) };
}

/** As after the download of the app: the tree's set-up may have chosen an installed browser. */
function treeWithoutChoice(): string {
  const folder = tempFolder();
  const version = path.join(treeRuntime, BROWSER_SERVER_VERSION);
  symlinkSync(version, path.join(folder, BROWSER_SERVER_VERSION));
  return folder;
}

function finish(setUp: BrowserSetUp): Promise<RuntimeStatus> {
  return new Promise((resolve) => {
    const listener = setUp.changed.on((status) => {
      if (status.state === "installing") return;
      listener.dispose();
      resolve(status);
    });
    setUp.begin();
  });
}
