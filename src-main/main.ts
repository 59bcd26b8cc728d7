import path from "node:path";
import { app, dialog } from "electron";
import { placeRuntime } from "./app-runtime.ts";
import { openServices, type AppServices } from "./app-services.ts";
import { AppWindow } from "./app-window.ts";
import { messageOf } from "./base/errors.ts";
import { atMost } from "./base/waiting.ts";
import { Redactor } from "./base/redactor.ts";
import { readArguments } from "./desktop/arguments.ts";
import { chooseServersFile } from "./desktop/choose-file.ts";
import { systemEncryption } from "./desktop/encryption.ts";
import { openLog } from "./desktop/log-file.ts";
import { setMenu } from "./desktop/menu.ts";
import { scalePicture } from "./desktop/scale-picture.ts";
import { networkFetch, systemFetch } from "./desktop/system-fetch.ts";
import { registerSchemes } from "./desktop/schemes.ts";
import { makePrivateFolder, removePrivateFolder } from "./process/private-folder.ts";
import { programVersion } from "./process/program-version.ts";
import { BROWSER_SERVER_VERSION } from "./runtime/pinned-version.ts";
import { takeTour } from "./unattended-tour.ts";

/* The composition root: builds everything in order and wires the shutdown. */

const dist = import.meta.dirname;
const root = path.resolve(dist, "../..");
const resources = app.isPackaged ? process.resourcesPath : path.join(root, "resources");
const args = readArguments(process.argv.slice(1), app.isPackaged);

// A tour that nobody watches leaves no trace among the person's own conversations.
const tourData = args.tourOut && !args.data ? makePrivateFolder() : null;
const chosenData = args.data ?? tourData;
if (chosenData) app.setPath("userData", chosenData);

// A development tree run as root says by this variable that no sandbox can start; a packaged app does not ask.
if (app.isPackaged || !process.env["ELECTRON_DISABLE_SANDBOX"]) app.enableSandbox();
registerSchemes();

/** How long a set-up may take to put its download away at the quit, in milliseconds. */
const SET_UP_CLOSE_MS = 500;

/** The shutdown, once it has begun. */
let ending: Promise<void> | null = null;

if (app.requestSingleInstanceLock()) void app.whenReady().then(start).catch(cannotStart);
else app.quit();

async function start(): Promise<void> {
  const data = app.getPath("userData");
  const redactor = new Redactor();
  const logger = openLog(data, redactor);
  // What nobody caught is a fault of ours; it is written down, and what else runs goes on.
  process.on("uncaughtException", (error) => logger.error(`Uncaught: ${error.stack}`));
  process.on("unhandledRejection", (reason) => logger.error(`Unhandled: ${messageOf(reason)}`));
  const encryption = systemEncryption();
  const places = { data, dist, resources, playwrightRoot: args.playwrightRoot };
  const appVersion = app.getVersion();
  const { env, platform } = process;
  const runtime = await placeRuntime({ places, appVersion, logger, env, platform });
  const services = await openServices({
    places,
    runtime,
    appVersion,
    sandbox: args.sandbox,
    encryption,
    fetch: systemFetch,
    chooseFile: chooseServersFile,
    modelFetch: networkFetch,
    scalePicture,
    redactor,
    logger,
  });
  setMenu();
  const built = path.dirname(dist);
  const { notice } = runtime;
  const window = new AppWindow({ services, encryption, logger, built, notice });

  app.on("second-instance", () => window.focus());
  app.on("window-all-closed", () => app.quit());
  quitInOrder(async () => {
    await atMost(SET_UP_CLOSE_MS, services.browser.setUp.close());
    await services.core.close();
    window.dispose();
    if (tourData) removePrivateFolder(tourData);
  });

  await window.load();
  void services.browser.tidy();
  if (args.tourOut) await tourAndQuit(services, args.tourOut);
}

/** The exit code tells whether every step did what it should. */
async function tourAndQuit(services: AppServices, folder: string): Promise<void> {
  const { core, conversations, tours } = services;
  const runtime = core.runtime();
  const isDone = await takeTour({
    conversations,
    tours,
    files: core.store.files,
    folder,
    versions: {
      app: app.getVersion(),
      electron: process.versions.electron ?? "",
      chromium:
        runtime.state === "ready" ? await programVersion(runtime.browserExecutable) : "none",
      playwrightMcp: BROWSER_SERVER_VERSION,
    },
    browserSandbox: args.sandbox,
    print: (line) => process.stdout.write(`${line}\n`),
  });
  process.exitCode = isDone ? 0 : 1;
  app.quit();
}

/** Nothing is open yet that could tell it, so the system does; where nobody watches, stderr alone. */
function cannotStart(error: unknown): void {
  if (ending) return;
  process.stderr.write(`Pilothouse cannot go on: ${messageOf(error)}\n`);
  if (!args.tourOut) dialog.showErrorBox("Pilothouse cannot start", messageOf(error));
  process.exitCode = 1;
  // Before anything is open there is nothing to end, and a plain quit would tell of success.
  if (app.listenerCount("before-quit") === 0) app.exit(1);
  else app.quit();
}

/** The first quit is held back until everything has ended; then the app goes with its exit code. */
function quitInOrder(shutDown: () => Promise<void>): void {
  app.on("before-quit", (event) => {
    event.preventDefault();
    ending ??= shutDown().finally(() => app.exit(Number(process.exitCode ?? 0)));
  });
}
