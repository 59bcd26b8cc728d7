import { existsSync, realpathSync } from "node:fs";
import path from "node:path";
import type { Failure } from "../../../src-preload/model/failure.ts";
import type { Disposable } from "../../base/disposable.ts";
import { ensurePrivateFolder, writeDurably } from "../../base/durable-file.ts";
import { Emitter } from "../../base/emitter.ts";
import { AppError, messageOf, toFailure } from "../../base/errors.ts";
import type { Logger } from "../../base/logger.ts";
import { emptyMcpFile, parseMcpFile, readMcpText, type McpFile } from "./mcp-file.ts";
import { watchForChanges } from "./watch-file.ts";

export interface ServersFileOptions {
  /** Null where there is no file, and never will be. */
  readonly file: string | null;
  readonly logger: Logger;
}

/** What a new reading of the file came to. */
export interface ServersFileChange {
  /** Sentences for the person about what is new: a fault of the file or of an entry, or the end of one. */
  readonly notices: readonly string[];
}

/** Tries of a change while other programs change the file too. */
const EDIT_TRIES = 3;

/**
 * The person's `mcp.json` (M1, M3). What stands in it holds until it has been read anew and is in order: a
 * file that is broken or cannot be read changes nothing, and is never written.
 */
export class ServersFile {
  readonly changed = new Emitter<ServersFileChange>();
  readonly path: string | null;
  readonly #logger: Logger;
  #current: McpFile = emptyMcpFile;
  #failure: Failure | null = null;
  /** As it was read last; null when it was not there, undefined before the first time. */
  #text: string | null | undefined;

  /** Reads it. */
  constructor({ file, logger }: ServersFileOptions) {
    this.path = file;
    this.#logger = logger;
    this.#read();
  }

  /** The last good state. */
  get current(): McpFile {
    return this.#current;
  }

  /** Why the file as it is now cannot be taken; null when it could. */
  get failure(): Failure | null {
    return this.#failure;
  }

  /** Looks at the file; tells when anything in it is different. */
  reload(): void {
    const notices = this.#read();
    if (notices) this.changed.fire({ notices });
  }

  /** Picks up edits from now on (M3). */
  watch(): Disposable {
    if (this.path === null) return { dispose: () => {} };
    return watchForChanges(this.path, () => this.reload());
  }

  /** As it stands now; empty when there is none. Throws `config-none` or `config-unreadable`. */
  text(): string {
    const file = this.#required();
    return existsSync(file) ? readMcpText(file) : "";
  }

  /**
   * Changes the file; on disk, and taken, when it returns. Another program's edit is never lost: the change is
   * made to what stands in the file at that moment. Throws what the change throws, `config-none`,
   * `config-unreadable`, `config-busy` or `config-not-saved`; the file is as it was then.
   */
  edit(change: (text: string, file: string) => string): void {
    const file = this.#required();
    for (let left = EDIT_TRIES; left > 0; left -= 1) {
      const before = this.text();
      const after = change(before, file);
      if (before !== this.text()) continue;
      if (after !== before) save(file, after);
      this.reload();
      return;
    }
    throw new AppError(
      "config-busy",
      `Another program is writing the file ${file} just now. Try it again.`,
    );
  }

  #required(): string {
    if (this.path !== null) return this.path;
    throw new AppError("config-none", "There is no file of servers here.");
  }

  /** Null when nothing is different. */
  #read(): readonly string[] | null {
    try {
      const text = this.path !== null && existsSync(this.path) ? readMcpText(this.path) : null;
      if (text === this.#text && !this.#isUnread()) return null;
      this.#text = text;
      return this.#take(parseMcpFile(text ?? "", this.path ?? ""));
    } catch (error) {
      return this.#refuse(error);
    }
  }

  /** A file that could not be read has no text by which to tell whether it is another one. */
  #isUnread(): boolean {
    return this.#failure?.code === "config-unreadable";
  }

  #take(read: McpFile): readonly string[] {
    const known = new Set(sentencesOf(this.#current));
    const wasBroken = this.#failure !== null;
    this.#current = read;
    this.#failure = null;
    const news = sentencesOf(read).filter((sentence) => !known.has(sentence));
    for (const sentence of news) this.#logger.warn(sentence);
    return wasBroken ? [`The file ${this.path} is in order again.`, ...news] : news;
  }

  #refuse(error: unknown): readonly string[] | null {
    const failure = toFailure(error);
    if (failure.message === this.#failure?.message) return null;
    this.#failure = failure;
    this.#logger.error(messageOf(error));
    return [`${failure.message} Your servers stay as they were.`];
  }
}

function sentencesOf({ problems, warnings }: McpFile): readonly string[] {
  return [...problems.map(({ message }) => message), ...warnings];
}

/** A link stays one: what it leads to is written. */
function save(file: string, text: string): void {
  try {
    ensurePrivateFolder(path.dirname(file));
    writeDurably(existsSync(file) ? realpathSync(file) : file, text);
  } catch (error) {
    throw new AppError(
      "config-not-saved",
      `The file ${file} could not be saved. Check that the disk is not full and that it belongs to you.`,
      { cause: error },
    );
  }
}
