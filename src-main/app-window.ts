import { readFile } from "node:fs/promises";
import path from "node:path";
import { app, powerSaveBlocker } from "electron";
import type { AppState } from "../src-preload/model/app-state.ts";
import type { AppServices } from "./app-services.ts";
import { DisposableStore, type Disposable } from "./base/disposable.ts";
import type { Logger } from "./base/logger.ts";
import { chooseProgram } from "./desktop/choose-program.ts";
import { EXPORT_ENDINGS, writeExport } from "./conversations/export/write-export.ts";
import { askForExportFile, askForImportFile } from "./desktop/conversation-files.ts";
import { APP_ORIGIN } from "./desktop/content-policy.ts";
import { dragFilesOut, dragPicturesOut } from "./desktop/drag-out.ts";
import type { FileToDrag } from "./conversations/saved-files.ts";
import { DraggedCopies } from "./desktop/dragged-copies.ts";
import { openLink } from "./desktop/links.ts";
import { pictureName } from "./desktop/picture-name.ts";
import { savePicture } from "./desktop/save-picture.ts";
import { saveText } from "./desktop/save-text.ts";
import { serveSchemes } from "./desktop/schemes.ts";
import { showInFolder } from "./desktop/show-in-folder.ts";
import { StayAwake } from "./desktop/stay-awake.ts";
import { denyPermissions, MainWindow } from "./desktop/window.ts";
import { answerRequests } from "./ipc/answer-requests.ts";
import { EventPublisher } from "./ipc/event-publisher.ts";
import type { Store } from "./store/store.ts";
import { repairSentence } from "./store/repair/repair-sentence.ts";
import {
  createHandlers,
  type NamedPicture,
  type PictureActions,
  type TransferActions,
} from "./ipc/handlers.ts";
import { BROWSER_SERVER_VERSION } from "./runtime/pinned-version.ts";
import type { Encryption } from "./settings/secrets.ts";
import type { FileStore } from "./store/files/file-store.ts";

export interface AppWindowOptions {
  readonly services: AppServices;
  readonly encryption: Encryption;
  readonly logger: Logger;
  /** The folder with the built main, preload and renderer. */
  readonly built: string;
  /** What else the start found wrong; null for nothing. */
  readonly notice: string | null;
}

/** The window, what it is served and what it may ask; to be opened when Electron is ready. */
export class AppWindow implements Disposable {
  readonly #window: MainWindow;
  readonly #owned = new DisposableStore();
  readonly #publisher: EventPublisher;
  readonly #notices: readonly string[];
  readonly #copies = this.#owned.add(new DraggedCopies());

  constructor({ services, encryption, logger, built, notice }: AppWindowOptions) {
    const { core, conversations, models, tours, settings, browser, profiles, servers } = services;
    const { savedFiles, frames, fullTexts } = services;
    const { files } = core.store;
    serveSchemes({
      rendererFolder: path.join(built, "renderer"),
      readPicture: (file) => files.readPicture(file),
    });
    denyPermissions();
    this.#window = new MainWindow(path.join(built, "preload", "preload.cjs"));

    const publisher = this.#owned.add(new EventPublisher((events) => this.#window.send(events)));
    this.#publisher = publisher;
    const { repair, trouble } = core.store.status();
    const repaired = repair && repairSentence(repair);
    const badEntries = core.problems().map(({ message }) => message);
    const stands = [settings.notice, core.brokenFile?.message, trouble?.message, repaired, notice];
    this.#notices = [...stands, ...badEntries].filter(
      (each): each is string => typeof each === "string",
    );
    this.#owned.add(
      core.serversFile.changed.on(({ notices }) => {
        publisher.publish({ type: "server-list-changed", servers: servers.list() });
        for (const message of notices) this.#tell(message);
      }),
    );
    this.#owned.add(conversations.events.on((event) => publisher.publish(event)));
    const awake = this.#owned.add(new StayAwake(powerSaveBlocker));
    this.#owned.add(conversations.events.on((event) => awake.take(event)));
    this.#owned.add(tellTrouble(core.store, publisher));
    this.#owned.add(
      browser.setUp.changed.on((runtime) =>
        publisher.publish({ type: "runtime-changed", runtime }),
      ),
    );
    this.#owned.add(
      browser.setUp.installed.on(() =>
        publisher.publish({ type: "settings-changed", settings: models.settings() }),
      ),
    );
    const handlers = createHandlers({
      conversations,
      browser,
      profiles,
      servers,
      savedFiles,
      frames,
      fullTexts,
      saveText: (text, name) => saveText(this.#window.browserWindow, text, name),
      showInFolder,
      dragFiles: (dragged) => this.#dragFiles(dragged),
      models,
      tours,
      pictures: this.#pictureActions(files),
      askForProgram: () => chooseProgram(this.#window.browserWindow),
      transfer: this.#transferActions(services),
      startsHeadless: () => core.startsHeadless(settings.settings.headless),
      readAppState: () => readAppState(services, encryption),
      changeSettings: (change) => void settings.update(change),
      openLink,
    });
    this.#owned.add(
      answerRequests({
        handlers,
        appOrigin: APP_ORIGIN,
        logger,
        beforeAnswer: () => publisher.flush(),
      }),
    );
  }

  /** Resolves when the page is there; what the start found wrong is told then. */
  async load(): Promise<void> {
    await this.#window.load();
    for (const message of this.#notices) this.#tell(message);
  }

  #tell(message: string): void {
    this.#publisher.publish({ type: "notice", conversationId: null, message });
  }

  focus(): void {
    this.#window.focus();
  }

  /** The window itself is closed by Electron; what serves it ends here. */
  dispose(): void {
    this.#owned.dispose();
  }

  async #dragFiles(files: readonly FileToDrag[]): Promise<void> {
    const copies = files.map(({ place, name, version }) =>
      this.#copies.copyOf(place, name, version),
    );
    await dragFilesOut(this.#window.contents, copies);
  }

  #transferActions({ conversations, models, core, settings }: AppServices): TransferActions {
    const window = this.#window.browserWindow;
    return {
      export: async (conversationId, format) => {
        const exported = conversations.exported(conversationId);
        const ending = EXPORT_ENDINGS[format];
        const file = await askForExportFile(window, { name: exported.title, ending });
        if (file === null) return null;
        writeExport(exported, format, file);
        return { redacted: exported.redacted };
      },
      import: async () => {
        const file = await askForImportFile(window);
        if (file === null) return null;
        const headless = core.startsHeadless(settings.settings.headless);
        return conversations.import(await readFile(file, "utf8"), {
          modelId: models.defaultId(),
          headless,
        });
      },
    };
  }

  #pictureActions(files: FileStore): PictureActions {
    const copies = this.#copies;
    const copyOf = (picture: NamedPicture) =>
      copies.copyOf(files.path(picture.file), nameOf(picture, files));
    return {
      drag: (pictures) => dragPicturesOut(this.#window.contents, pictures.map(copyOf)),
      save: (picture) =>
        savePicture(this.#window.browserWindow, files.path(picture.file), nameOf(picture, files)),
    };
  }
}

/** The state stands as long as the trouble does; a sentence is said once when it begins. */
function tellTrouble(store: Store, publisher: EventPublisher): Disposable {
  let told = store.status().trouble?.code;
  return store.changed.on(() => {
    const records = store.status();
    publisher.publish({ type: "records-changed", records });
    const { trouble } = records;
    if (trouble && trouble.code !== told) {
      publisher.publish({ type: "notice", conversationId: null, message: trouble.message });
    }
    told = trouble?.code;
  });
}

function nameOf({ file, call }: NamedPicture, files: FileStore): string {
  const mimeType = files.readPicture(file)?.mimeType ?? "image/png";
  return pictureName(call?.page?.url ?? null, call?.finishedAt ?? Date.now(), mimeType);
}

async function readAppState(services: AppServices, encryption: Encryption): Promise<AppState> {
  const { conversations, core, models, browser } = services;
  return {
    conversations: conversations.list(),
    settings: models.settings(),
    runtime: browser.setUp.status(),
    versions: {
      app: app.getVersion(),
      electron: process.versions.electron ?? "",
      browserServer: BROWSER_SERVER_VERSION,
    },
    records: core.store.status(),
    encryption: (await encryption.available()) ? "available" : "unavailable",
    platform: platform(),
  };
}

/** What the keys and words of the window go by; a system that is none of the three is most like Linux. */
function platform(): AppState["platform"] {
  return process.platform === "win32" || process.platform === "darwin" ? process.platform : "linux";
}
