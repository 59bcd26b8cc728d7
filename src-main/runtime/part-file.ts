import { createHash } from "node:crypto";
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { open, rename, type FileHandle } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { readJson } from "./read-json.ts";

/** What the server said of the file when its download began. */
const Origin = z.object({
  url: z.string(),
  /** An `ETag` or `Last-Modified` by which it says whether the file is still the same; null where it gave none. */
  validator: z.string().nullable(),
  total: z.number().nullable(),
});
export type Origin = z.infer<typeof Origin>;

const PART = ".part";
const ORIGIN = ".origin.json";
const WHOLE = ".zip";

/** One download on the disk: a part that grows, with a note of where it comes from, and in the end the whole. */
export class PartFile {
  readonly whole: string;
  /** What the names of all its files begin with. */
  readonly name: string;
  readonly #part: string;
  readonly #origin: string;

  /** The title is unlike that of every other build, so that no part is continued with another's bytes. */
  constructor(folder: string, title: string) {
    const digest = createHash("sha256").update(title).digest("hex").slice(0, 12);
    this.name = `download-${digest}`;
    const base = path.join(folder, this.name);
    this.whole = base + WHOLE;
    this.#part = base + PART;
    this.#origin = base + ORIGIN;
  }

  get isWhole(): boolean {
    return existsSync(this.whole);
  }

  /** Bytes that are here, of the part or of the whole. */
  get bytes(): number {
    const file = this.isWhole ? this.whole : this.#part;
    return existsSync(file) ? statSync(file).size : 0;
  }

  /** Null when it is not known; then a part is worth nothing. */
  origin(): Origin | null {
    return readJson(this.#origin, Origin);
  }

  /** To write at the end of what is here. */
  append(): Promise<FileHandle> {
    return open(this.#part, "a");
  }

  /** To write from the start, with a note of where it comes from. */
  async begin(origin: Origin): Promise<FileHandle> {
    this.remove();
    writeFileSync(this.#origin, JSON.stringify(origin));
    return await open(this.#part, "w");
  }

  async finish(): Promise<void> {
    await rename(this.#part, this.whole);
    rmSync(this.#origin, { force: true });
  }

  remove(): void {
    for (const file of [this.whole, this.#part, this.#origin]) rmSync(file, { force: true });
  }
}

/** Bytes of all downloads in the folder, begun or finished. */
export function keptBytes(folder: string): number {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder)
    .filter((name) => name.endsWith(PART) || name.endsWith(WHOLE))
    .reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0);
}

/** Removes what is left of other builds: nothing would ever go on with it. */
export function forgetOthers(folder: string, parts: readonly PartFile[]): void {
  const isOurs = (file: string) => parts.some(({ name }) => file.startsWith(`${name}.`));
  for (const file of readdirSync(folder).filter((each) => !isOurs(each))) {
    rmSync(path.join(folder, file), { recursive: true, force: true });
  }
}
