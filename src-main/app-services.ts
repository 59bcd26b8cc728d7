import path from "node:path";
import { defaultBrowserOptions } from "../src-preload/model/browser-options.ts";
import { AppBrowser } from "./app-browser.ts";
import { systemClock } from "./base/clock.ts";
import type { Logger } from "./base/logger.ts";
import type { Redactor } from "./base/redactor.ts";
import { Logins } from "./browser/logins.ts";
import { BrowserProfiles } from "./conversations/browser-profiles.ts";
import { ConnectedModels } from "./conversations/connected-models.ts";
import type { Conversations } from "./conversations/conversations.ts";
import { picturesOf } from "./conversations/picture-reader.ts";
import { Tours } from "./conversations/tours.ts";
import { Core } from "./core.ts";
import { processLookup } from "./process/running-programs.ts";
import type { Fetch } from "./runtime/ports.ts";
import { Secrets, type Encryption } from "./settings/secrets.ts";
import { SettingsFile } from "./settings/settings-file.ts";

/** Where one start of the app finds and keeps things. */
export interface AppPlaces {
  readonly data: string;
  /** The folder of the built main process. */
  readonly dist: string;
  readonly resources: string;
  /** Another place of the browser server's runtime; null for the usual ones. */
  readonly playwrightRoot: string | null;
}

export interface AppServicesOptions {
  readonly places: AppPlaces;
  readonly appVersion: string;
  readonly sandbox: "on" | "off";
  readonly encryption: Encryption;
  readonly fetch: Fetch;
  readonly redactor: Redactor;
  readonly logger: Logger;
}

/** Everything below the window, built in order. */
export interface AppServices {
  readonly core: Core;
  readonly settings: SettingsFile;
  readonly models: ConnectedModels;
  readonly conversations: Conversations;
  readonly tours: Tours;
  readonly browser: AppBrowser;
  readonly profiles: BrowserProfiles;
}

/** Starts no process. Throws an `AppError` when records, settings or the servers' file cannot be read. */
export async function openServices(options: AppServicesOptions): Promise<AppServices> {
  const { places, redactor, logger } = options;
  const inData = (name: string) => path.join(places.data, name);
  const kept = { clock: systemClock, logger };
  const settings = new SettingsFile({ ...kept, file: inData("settings.json") });
  const { encryption } = options;
  const secrets = new Secrets({ ...kept, file: inData("secrets.json"), encryption });
  const models = new ConnectedModels({ settings, secrets, redactor });

  const core = openCore(options, settings);
  core.logPreset(settings.settings.headless);
  await core.prepareRecords();
  const conversations = core.openRecords({
    makeModel: ({ id, modelId }, { files }) =>
      models.open(modelId, picturesOf(files), tours.practiceFor(id)),
  });
  const tours = new Tours(conversations, path.join(places.resources, "tour-site"));
  const { sandbox, fetch } = options;
  const { data } = places;
  const runtimeRoots = runtimeRootsOf(places);
  const browser = new AppBrowser({
    core,
    conversations,
    settings,
    data,
    runtimeRoots,
    sandbox,
    fetch,
    logger,
  });
  const processes = processLookup;
  const logins = new Logins({ folder: inData("logins"), clock: systemClock, processes });
  const profiles = new BrowserProfiles({ data, conversations, logins, processes });
  return { core, settings, models, conversations, tours, browser, profiles };
}

function openCore(options: AppServicesOptions, settings: SettingsFile): Core {
  const { places, appVersion, sandbox, redactor, logger } = options;
  const { data } = places;
  return new Core({
    data,
    runtimeRoots: runtimeRootsOf(places),
    guardScript: outsideArchive(path.join(places.dist, "guard.js")),
    appVersion,
    hostEnv: process.env,
    askLoginShell: true,
    redactor,
    logger,
    clock: systemClock,
    sandbox,
    mcpFile: path.join(data, "mcp.json"),
    preset: true,
    chosenBrowser: () => settings.settings.browserExecutable,
    browserOptions: () => settings.settings.browser ?? defaultBrowserOptions,
  });
}

function runtimeRootsOf({ data, resources, playwrightRoot }: AppPlaces): readonly string[] {
  const usualRoots = [path.join(resources, "runtime"), path.join(data, "runtime")];
  return playwrightRoot ? [playwrightRoot, ...usualRoots] : usualRoots;
}

/** A packaged app lies in an archive, which only Electron can read; what others run is beside it. */
function outsideArchive(file: string): string {
  return file.replace(`app.asar${path.sep}`, `app.asar.unpacked${path.sep}`);
}
