import path from "node:path";
import { app, dialog } from "electron";
import type { AppState } from "../src-preload/model/app-state.ts";
import { systemClock } from "./base/clock.ts";
import { messageOf } from "./base/errors.ts";
import { Redactor } from "./base/redactor.ts";
import { ConnectedModels } from "./conversations/connected-models.ts";
import { picturesOf } from "./conversations/picture-reader.ts";
import { Tours } from "./conversations/tours.ts";
import { Core } from "./core.ts";
import { readArguments } from "./desktop/arguments.ts";
import { APP_ORIGIN } from "./desktop/content-policy.ts";
import { dragOut } from "./desktop/drag-out.ts";
import { DraggedCopies } from "./desktop/dragged-copies.ts";
import { systemEncryption } from "./desktop/encryption.ts";
import { openLink } from "./desktop/links.ts";
import { openLog } from "./desktop/log-file.ts";
import { setMenu } from "./desktop/menu.ts";
import { pictureName } from "./desktop/picture-name.ts";
import { registerSchemes, serveSchemes } from "./desktop/schemes.ts";
import { denyPermissions, MainWindow } from "./desktop/window.ts";
import { answerRequests } from "./ipc/answer-requests.ts";
import { EventPublisher } from "./ipc/event-publisher.ts";
import { createHandlers, type DraggedPicture } from "./ipc/handlers.ts";
import { makePrivateFolder, removePrivateFolder } from "./process/private-folder.ts";
import { programVersion } from "./process/program-version.ts";
import { BROWSER_SERVER_VERSION } from "./runtime/pinned-version.ts";
import { pictureHeader } from "./store/files/picture-header.ts";
import { Secrets } from "./settings/secrets.ts";
import { SettingsFile } from "./settings/settings-file.ts";
import { takeTour } from "./unattended-tour.ts";

/* The composition root: builds everything in order and wires the shutdown. */

const dist = import.meta.dirname;
const root = path.resolve(dist, "../..");
const resources = app.isPackaged ? process.resourcesPath : path.join(root, "resources");
const args = readArguments(process.argv.slice(1), app.isPackaged);

// A development tree run as root says by this variable that no sandbox can start; a packaged app does not ask.
if (app.isPackaged || !process.env["ELECTRON_DISABLE_SANDBOX"]) app.enableSandbox();
registerSchemes();
// A tour that nobody watches leaves no trace among the person's own conversations.
const tourData = args.tourOut && !args.data ? makePrivateFolder() : null;
const chosenData = args.data ?? tourData;
if (chosenData) app.setPath("userData", chosenData);

if (app.requestSingleInstanceLock()) void app.whenReady().then(start).catch(cannotStart);
else app.quit();

async function start(): Promise<void> {
  const data = app.getPath("userData");
  const redactor = new Redactor();
  const logger = openLog(data, redactor);
  const clock = systemClock;

  const settings = new SettingsFile({ file: path.join(data, "settings.json"), clock, logger });
  const encryption = systemEncryption();
  const secrets = new Secrets({ file: path.join(data, "secrets.json"), encryption, clock, logger });
  const models = new ConnectedModels({ settings, secrets, redactor });

  const core = new Core({
    data,
    runtimeRoots: [
      ...(args.playwrightRoot ? [args.playwrightRoot] : []),
      path.join(resources, "runtime"),
      path.join(data, "runtime"),
    ],
    guardScript: path.join(dist, "guard.js"),
    appVersion: app.getVersion(),
    hostEnv: process.env,
    redactor,
    logger,
    clock,
    sandbox: args.sandbox,
    mcpFile: path.join(data, "mcp.json"),
    preset: true,
    chosenBrowser: () => settings.settings.browserExecutable,
  });
  core.logPreset(settings.settings.headless);
  const conversations = core.openRecords({
    makeModel: (row, store) =>
      models.open(row.modelId, picturesOf(store.files), tours.practiceFor(row.id)),
  });
  const tours = new Tours(conversations, path.join(resources, "tour-site"));

  const copies = new DraggedCopies();
  serveSchemes({
    rendererFolder: path.join(root, "dist", "renderer"),
    readPicture: (file) => readPicture(core, file),
  });
  denyPermissions();
  setMenu();
  const window = new MainWindow(path.join(root, "dist", "preload", "preload.cjs"));
  const publisher = new EventPublisher((events) => window.send(events));
  conversations.events.on((event) => publisher.publish(event));

  const readAppState = async (): Promise<AppState> => ({
    conversations: conversations.list(),
    settings: models.settings(),
    runtime: core.runtimeStatus(),
    versions: {
      app: app.getVersion(),
      electron: process.versions.electron ?? "",
      browserServer: BROWSER_SERVER_VERSION,
    },
    encryption: (await encryption.available()) ? "available" : "unavailable",
    platform:
      process.platform === "win32" || process.platform === "darwin" ? process.platform : "linux",
  });
  answerRequests({
    appOrigin: APP_ORIGIN,
    logger,
    beforeAnswer: () => publisher.flush(),
    handlers: createHandlers({
      conversations,
      models,
      tours,
      readAppState,
      changeSettings: (change) => {
        settings.update(change);
        return models.settings();
      },
      dragPictures: (pictures) =>
        dragOut(
          window.contents,
          pictures.map((picture) => copyFor(picture, core, copies)),
        ),
      openLink,
    }),
  });

  app.on("second-instance", () => window.focus());
  app.on("window-all-closed", () => app.quit());
  quitInOrder(async () => {
    publisher.dispose();
    await core.close();
    copies.dispose();
    if (tourData) removePrivateFolder(tourData);
  });

  await window.load();
  if (args.tourOut) await tourAndQuit(args.tourOut);

  async function tourAndQuit(folder: string): Promise<void> {
    const runtime = core.runtime();
    const ok = await takeTour({
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
    }).catch((error: unknown) => {
      logger.error(`The tour failed: ${messageOf(error)}`);
      return false;
    });
    process.exitCode = ok ? 0 : 1;
    app.quit();
  }
}

/** Nothing is open yet that could tell it, so the system does. */
function cannotStart(error: unknown): void {
  process.stderr.write(`Pilothouse cannot start: ${messageOf(error)}\n`);
  if (!args.tourOut) dialog.showErrorBox("Pilothouse cannot start", messageOf(error));
  process.exitCode = 1;
  app.quit();
}

/** The first quit is held back until everything has ended; then the app goes with its exit code. */
function quitInOrder(shutDown: () => Promise<void>): void {
  let ending: Promise<void> | null = null;
  app.on("before-quit", (event) => {
    event.preventDefault();
    ending ??= shutDown().finally(() => app.exit(Number(process.exitCode ?? 0)));
  });
}

function readPicture(core: Core, file: string) {
  const bytes = core.store.files.read(file);
  const mimeType = bytes && pictureHeader(bytes)?.mimeType;
  return bytes && mimeType ? { bytes, mimeType } : null;
}

function copyFor({ file, call }: DraggedPicture, core: Core, copies: DraggedCopies): string {
  const bytes = core.store.files.read(file);
  const mimeType = (bytes && pictureHeader(bytes)?.mimeType) || "image/png";
  const name = pictureName(call?.page?.url ?? null, call?.finishedAt ?? Date.now(), mimeType);
  return copies.copyOf(core.store.files.path(file), name);
}
