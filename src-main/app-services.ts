import path from "node:path";
import { defaultBrowserOptions } from "../src-preload/model/browser-options.ts";
import { AppBrowser } from "./app-browser.ts";
import { AppServers } from "./app-servers.ts";
import type { PlacedRuntime, RuntimePlaces } from "./app-runtime.ts";
import { systemClock } from "./base/clock.ts";
import type { Logger } from "./base/logger.ts";
import type { Redactor } from "./base/redactor.ts";
import { Logins } from "./browser/logins.ts";
import { BrowserProfiles } from "./conversations/browser-profiles.ts";
import { ConnectedModels } from "./conversations/connected-models.ts";
import type { Conversations } from "./conversations/conversations.ts";
import { Frames } from "./conversations/frames.ts";
import { FullTexts } from "./conversations/full-texts.ts";
import { picturesOf } from "./conversations/picture-reader.ts";
import { SavedFiles } from "./conversations/saved-files.ts";
import { Tours } from "./conversations/tours.ts";
import { Core } from "./core.ts";
import { processLookup } from "./process/running-programs.ts";
import type { ScalePicture } from "./models/wire/prepare-picture.ts";
import type { Fetch } from "./runtime/ports.ts";
import { Secrets, type Encryption } from "./settings/secrets.ts";
import { ServerSecrets } from "./settings/server-secrets.ts";
import { SettingsFile } from "./settings/settings-file.ts";

export interface AppServicesOptions {
  readonly places: RuntimePlaces;
  readonly runtime: PlacedRuntime;
  readonly appVersion: string;
  readonly sandbox: "on" | "off";
  readonly encryption: Encryption;
  readonly fetch: Fetch;
  /** Asks the person for a file; null when they change their mind. */
  readonly chooseFile: () => Promise<string | null>;
  /** Makes the requests to models. */
  readonly modelFetch: typeof fetch;
  readonly scalePicture: ScalePicture;
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
  readonly servers: AppServers;
  readonly savedFiles: SavedFiles;
  readonly frames: Frames;
  readonly fullTexts: FullTexts;
}

/** Starts no process. Throws an `AppError` when records, settings or the servers' file cannot be read. */
export async function openServices(options: AppServicesOptions): Promise<AppServices> {
  const { places, redactor, logger } = options;
  const inData = (name: string) => path.join(places.data, name);
  const kept = { clock: systemClock, logger };
  const settings = new SettingsFile({ ...kept, file: inData("settings.json") });
  const { encryption } = options;
  const secrets = new Secrets({ ...kept, file: inData("secrets.json"), encryption });
  const { modelFetch, scalePicture } = options;
  const network = { fetch: modelFetch, scalePicture };
  const models = new ConnectedModels({ settings, secrets, redactor, ...network });

  const serverSecrets = new ServerSecrets(secrets, redactor);
  const core = openCore(options, settings, serverSecrets);
  core.logPreset(settings.settings.headless);
  await core.prepareRecords();
  const conversations = core.openRecords({
    approvalPreset: () => settings.settings.approvals ?? "usual",
    makeModel: ({ id, modelId }, { files }) =>
      models.open(modelId, {
        readPicture: picturesOf(files),
        practice: tours.practiceFor(id),
        tell: (message) =>
          conversations.events.fire({ type: "notice", conversationId: id, message }),
      }),
  });
  const tours = new Tours(conversations, path.join(places.resources, "tour-site"));
  const { sandbox, fetch } = options;
  const { data } = places;
  const runtimeRoots = options.runtime.roots;
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
  const servers = new AppServers({
    serversFile: core.serversFile,
    secrets: serverSecrets,
    platform: process.platform,
    chooseFile: options.chooseFile,
  });
  core.watchServers();
  const savedFiles = new SavedFiles({ data, conversations });
  const frames = new Frames({ conversations, redactor });
  const fullTexts = new FullTexts({ conversations, files: () => core.store.files });
  const rooms = { core, settings, models, conversations, tours, browser, profiles, servers };
  return { ...rooms, savedFiles, frames, fullTexts };
}

function openCore(
  options: AppServicesOptions,
  settings: SettingsFile,
  serverSecrets: ServerSecrets,
): Core {
  const { places, runtime, appVersion, sandbox, redactor, logger } = options;
  const { data } = places;
  return new Core({
    data,
    runtimeRoots: runtime.roots,
    guardScript: runtime.guardScript,
    appVersion,
    hostEnv: process.env,
    askLoginShell: true,
    redactor,
    logger,
    clock: systemClock,
    sandbox,
    mcpFile: path.join(data, "mcp.json"),
    preset: true,
    readSecret: (name) => serverSecrets.get(name),
    maxLineBytes: bytesOf(settings.settings.maxServerLineMib),
    chosenBrowser: () => settings.settings.browserExecutable,
    browserOptions: () => settings.settings.browser ?? defaultBrowserOptions,
  });
}

function bytesOf(mib: number | undefined): number | undefined {
  return mib === undefined ? undefined : mib * 1_024 * 1_024;
}
