import { isDeepStrictEqual } from "node:util";
import type { Settings } from "../../src-preload/model/settings.ts";
import { systemClock, type Clock } from "../base/clock.ts";
import { silentLogger, type Logger } from "../base/logger.ts";
import { JsonFile, type JsonObject } from "./json-file.ts";
import { defaultSettings, readSettings, withUnknownMembers } from "./settings-reading.ts";

/** Written into the file; counts up when a member changes its meaning. */
const FORMAT_VERSION = 1;

export interface SettingsFileOptions {
  readonly file: string;
  readonly clock?: Clock;
  readonly logger?: Logger;
}

/**
 * The person's settings, read once and written at each change. A file that cannot be used is kept under
 * another name, never overwritten; what is usable in it counts (D5).
 */
export class SettingsFile {
  readonly #file: JsonFile;
  readonly #logger: Logger;
  /** As in the file, with the members that this version does not know. */
  #content: JsonObject = { version: FORMAT_VERSION };
  #settings: Settings = defaultSettings;
  #notice: string | null = null;

  /** Throws `settings-unreadable` when the file may not be read, `settings-not-saved` when a broken one cannot be moved. */
  constructor(options: SettingsFileOptions) {
    const { file, clock = systemClock, logger = silentLogger } = options;
    this.#file = new JsonFile({ file, name: "your settings", clock });
    this.#logger = logger;
    this.#read();
  }

  get settings(): Settings {
    return this.#settings;
  }

  /** A sentence for the person when the file could not be used as it was; else null. */
  get notice(): string | null {
    return this.#notice;
  }

  /** Returns the new settings once they are on disk. Throws `settings-not-saved`; nothing is changed then. */
  update(change: (settings: Settings) => Settings): Settings {
    const settings = change(this.#settings);
    if (!isDeepStrictEqual(settings, this.#settings)) this.#write(settings);
    return settings;
  }

  #read(): void {
    const content = this.#file.read();
    if (content === "missing") return;
    if (content === "broken") return this.#startAnew();
    this.#content = { version: FORMAT_VERSION, ...content };
    const { settings, unusable } = readSettings(content);
    this.#settings = settings;
    if (unusable.length > 0) this.#dropUnusable(unusable);
  }

  #startAnew(): void {
    const aside = this.#file.moveAside();
    this.#tell(
      `Your settings file could not be read, so Pilothouse starts with its first settings. The old file is kept as ${aside}.`,
    );
  }

  #dropUnusable(unusable: readonly string[]): void {
    const aside = this.#file.moveAside();
    this.#write(this.#settings);
    this.#tell(
      `Some settings could not be used and are as at first: ${unusable.join(", ")}. The old file is kept as ${aside}.`,
    );
  }

  #write(settings: Settings): void {
    const content = withUnknownMembers(settings, this.#content);
    this.#file.write(content);
    this.#content = content;
    this.#settings = settings;
  }

  #tell(notice: string): void {
    this.#notice = notice;
    this.#logger.warn(notice);
  }
}
