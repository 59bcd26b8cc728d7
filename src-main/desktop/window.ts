import path from "node:path";
import { BrowserWindow, session, type WebContents } from "electron";
import { EVENTS_CHANNEL, type AppEvent } from "../../src-preload/contract/events.ts";
import { APP_ORIGIN } from "./content-policy.ts";

/** A whole approval fits above the composer at this size. */
const MIN_SIZE = { minWidth: 900, minHeight: 600 };
const FIRST_SIZE = { width: 1440, height: 900 };

/** The app's one window: a view without Node, without remote content and without ways out (M33). */
export class MainWindow {
  readonly #window: BrowserWindow;
  #closing = false;

  constructor(preload: string) {
    this.#window = new BrowserWindow({
      ...FIRST_SIZE,
      ...MIN_SIZE,
      title: "Pilothouse",
      show: false,
      autoHideMenuBar: true,
      webPreferences: {
        preload: path.resolve(preload),
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webviewTag: false,
        disableBlinkFeatures: "Auxclick",
        spellcheck: false,
      },
    });
    this.#window.once("close", () => (this.#closing = true));
    this.#window.once("ready-to-show", () => this.#window.show());
    keepIn(this.#window.webContents);
  }

  get browserWindow(): BrowserWindow {
    return this.#window;
  }

  get contents(): WebContents {
    return this.#window.webContents;
  }

  /** Resolves when the page is there, or when nobody wants it any more. */
  async load(): Promise<void> {
    try {
      await this.#window.loadURL(`${APP_ORIGIN}/index.html`);
    } catch (error) {
      // Quitting in the middle of a load breaks it off.
      if (!this.#window.isDestroyed() && !this.#closing) throw error;
    }
  }

  send(events: readonly AppEvent[]): void {
    if (!this.#window.isDestroyed()) this.#window.webContents.send(EVENTS_CHANNEL, events);
  }

  focus(): void {
    if (this.#window.isDestroyed()) return;
    if (this.#window.isMinimized()) this.#window.restore();
    this.#window.focus();
  }
}

/** No page of ours leads anywhere, opens anything or embeds anybody (S05 to S07). */
function keepIn(contents: WebContents): void {
  contents.on("will-navigate", (event) => event.preventDefault());
  contents.on("will-frame-navigate", (event) => event.preventDefault());
  contents.on("will-redirect", (event) => event.preventDefault());
  contents.on("will-attach-webview", (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: "deny" }));
}

/** Nothing that a page can ask the system for is granted, but writing to the clipboard on a click (S09). */
export function denyPermissions(): void {
  const allowed = (permission: string) => permission === "clipboard-sanitized-write";
  session.defaultSession.setPermissionRequestHandler((_contents, permission, answer) =>
    answer(allowed(permission)),
  );
  session.defaultSession.setPermissionCheckHandler((_contents, permission) => allowed(permission));
}
