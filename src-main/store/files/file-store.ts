import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import type { Picture } from "../../../src-preload/model/content.ts";
import { ensurePrivateFolder, TEMPORARY_SUFFIX, writeDurably } from "../../base/durable-file.ts";
import { AppError, messageOf } from "../../base/errors.ts";
import type { Logger } from "../../base/logger.ts";
import { fileError, isDiskTrouble } from "../store-error.ts";
import type { Unsaved } from "../unsaved.ts";
import { hashOf, isFileHash } from "./file-hash.ts";
import { pictureHeader } from "../../base/picture-header.ts";

/** Characters of the hash that name the folder: 256 folders, so that none grows too long to list. */
const FOLDER_CHARS = 2;

/** Of what the disk refuses, so many bytes are kept in memory until it takes them: some fifty pictures. */
const MAX_UNWRITTEN_BYTES = 64 * 1_024 * 1_024;

/** Where a file is, from the data folder, as a person may read it. */
export function placeOfFile(hash: string): string {
  return `files/${hash.slice(0, FOLDER_CHARS)}/${hash}`;
}

/** Bytes that are kept as files named by their SHA-256, each once (D9, M32). */
export class FileStore {
  readonly #folder: string;
  readonly #logger: Logger;
  /** Written in this run and not yet referred to by a saved call: not to be swept. */
  readonly #pending = new Set<string>();
  readonly #unsaved: Unsaved | null;
  /** What the disk has refused so far (D6). */
  readonly #unwritten = new Map<string, Uint8Array>();

  constructor(folder: string, logger: Logger, unsaved: Unsaved | null = null) {
    this.#folder = folder;
    this.#logger = logger;
    this.#unsaved = unsaved;
  }

  /**
   * Returns the file's name, its hash, once the bytes survive a loss of power. What the disk refuses is
   * kept in memory until it takes it; throws a `storage-…` when that is too much.
   */
  write(bytes: Uint8Array): string {
    const hash = hashOf(bytes);
    this.#pending.add(hash);
    if (this.#holdsWhole(hash, bytes.byteLength)) return hash;
    try {
      this.#create(hash, bytes);
    } catch (error) {
      if (!isDiskTrouble(error) || !this.#keepUnwritten(hash, bytes, error)) throw error;
    }
    return hash;
  }

  /** Null when the bytes are not a PNG, JPEG, GIF or WebP, whatever they were declared as (M21). */
  writePicture(bytes: Uint8Array, declaredType: string): Picture | null {
    const header = pictureHeader(bytes);
    if (header === null) return null;
    if (header.mimeType !== declaredType) {
      this.#logger.debug(
        `A picture was declared as another type than ${header.mimeType}, which it is`,
      );
    }
    return { type: "image", file: this.write(bytes), bytes: bytes.byteLength, ...header };
  }

  /** Where the file is, or would be. Throws `file-unknown` for anything that is not a hash. */
  path(hash: string): string {
    if (!isFileHash(hash)) {
      throw new AppError("file-unknown", "This file does not exist in Pilothouse's data.");
    }
    return path.join(this.#folder, hash.slice(0, FOLDER_CHARS), hash);
  }

  has(hash: string): boolean {
    return existsSync(this.path(hash));
  }

  /** The bytes with the type that they themselves tell; null when there is no such picture. */
  readPicture(hash: string): { readonly bytes: Uint8Array; readonly mimeType: string } | null {
    const bytes = this.read(hash);
    const header = bytes && pictureHeader(bytes);
    return bytes && header ? { bytes, mimeType: header.mimeType } : null;
  }

  /** Null when there is no such file. */
  read(hash: string): Uint8Array | null {
    const file = this.path(hash);
    return this.#unwritten.get(hash) ?? (existsSync(file) ? readFileSync(file) : null);
  }

  /** The files are referred to by a saved call, so the next sweep decides about them. */
  settle(hashes: readonly string[]): void {
    for (const hash of hashes) this.#pending.delete(hash);
  }

  /**
   * Deletes the files that are not to be kept and what interrupted writes left behind; returns
   * how many. Files of this run whose call is not saved yet stay, and so does what is not the app's.
   */
  sweep(keep: ReadonlySet<string>): number {
    const orphans = this.#contents().filter(
      (file) =>
        isTemporary(file) || (this.#isOurs(file) && !this.#isKept(path.basename(file), keep)),
    );
    return orphans.filter((file) => this.#remove(file)).length;
  }

  /** Deletes these of the files, except those that are to be kept and those whose call is not saved yet. */
  removeUnless(hashes: ReadonlySet<string>, keep: ReadonlySet<string>): void {
    for (const hash of hashes) {
      if (!this.#isKept(hash, keep)) this.#remove(this.path(hash));
    }
  }

  #keepUnwritten(hash: string, bytes: Uint8Array, error: unknown): boolean {
    if (this.#unsaved === null) return false;
    const held = [...this.#unwritten.values()].reduce((sum, one) => sum + one.byteLength, 0);
    if (held + bytes.byteLength > MAX_UNWRITTEN_BYTES) return false;
    this.#unwritten.set(hash, bytes);
    const write = () => {
      this.#create(hash, bytes);
      this.#unwritten.delete(hash);
    };
    this.#unsaved.keep(`file ${hash}`, write, error);
    return true;
  }

  /** One file that another program holds must not keep the rest. */
  #remove(file: string): boolean {
    try {
      rmSync(file, { force: true });
      return true;
    } catch (error) {
      this.#logger.warn(`A file that nothing refers to cannot be deleted now: ${messageOf(error)}`);
      return false;
    }
  }

  /** A file of another length was not written by this app as it is now, and is written anew. */
  #holdsWhole(hash: string, bytes: number): boolean {
    return statSync(this.path(hash), { throwIfNoEntry: false })?.size === bytes;
  }

  #create(hash: string, bytes: Uint8Array): void {
    const file = this.path(hash);
    try {
      ensurePrivateFolder(path.dirname(file));
      writeDurably(file, bytes);
    } catch (error) {
      throw fileError(error);
    }
  }

  #contents(): readonly string[] {
    if (!existsSync(this.#folder)) return [];
    return readdirSync(this.#folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name));
  }

  #isOurs(file: string): boolean {
    const name = path.basename(file);
    return isFileHash(name) && this.path(name) === file;
  }

  #isKept(hash: string, keep: ReadonlySet<string>): boolean {
    return keep.has(hash) || this.#pending.has(hash);
  }
}

function isTemporary(file: string): boolean {
  return file.endsWith(TEMPORARY_SUFFIX);
}
