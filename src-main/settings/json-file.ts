import { existsSync, readFileSync, renameSync } from "node:fs";
import path from "node:path";
import { ensurePrivateFolder, writeDurably } from "../base/durable-file.ts";
import { AppError } from "../base/errors.ts";
import type { Clock } from "../base/clock.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

const INDENT_SPACES = 2;

/** One JSON object in one file of the app's own. The file is always whole: the old object or the new one. */
export class JsonFile {
  readonly #file: string;
  readonly #clock: Clock;
  /** What the file is called in a sentence for the person. */
  readonly #name: string;

  constructor(options: { readonly file: string; readonly name: string; readonly clock: Clock }) {
    this.#file = options.file;
    this.#name = options.name;
    this.#clock = options.clock;
  }

  /** `missing` before the first write; `broken` when it is not a JSON object. Throws `settings-unreadable`. */
  read(): JsonObject | "missing" | "broken" {
    if (!existsSync(this.#file)) return "missing";
    return parseObject(this.#readText()) ?? "broken";
  }

  /** On disk when it returns (D1). Throws `settings-not-saved`. */
  write(content: JsonObject): void {
    this.#saving(() => {
      ensurePrivateFolder(path.dirname(this.#file));
      writeDurably(this.#file, `${JSON.stringify(content, null, INDENT_SPACES)}\n`);
    });
  }

  /** Keeps the file under another name beside its place, and returns that name (D5). Throws `settings-not-saved`. */
  moveAside(): string {
    const { dir, name, ext } = path.parse(this.#file);
    const aside = `${name}.broken-${fileTime(this.#clock())}${ext}`;
    this.#saving(() => renameSync(this.#file, path.join(dir, aside)));
    return aside;
  }

  #saving(work: () => void): void {
    try {
      work();
    } catch (error) {
      throw new AppError(
        "settings-not-saved",
        `Pilothouse could not save ${this.#name}. Check that the disk is not full and that the data folder belongs to you.`,
        { cause: error },
      );
    }
  }

  #readText(): string {
    try {
      return readFileSync(this.#file, "utf8");
    } catch (error) {
      throw new AppError(
        "settings-unreadable",
        `Pilothouse may not read ${this.#name}. Check that the data folder belongs to you.`,
        { cause: error },
      );
    }
  }
}

function parseObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    // Broken is an answer here, not an error.
    return null;
  }
}

export function isObject(value: unknown): value is JsonObject {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** A time as a part of a file name; Windows allows no colons there. */
function fileTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replaceAll(":", "-");
}
