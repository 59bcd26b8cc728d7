import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { ensurePrivateFolder, TEMPORARY_SUFFIX, writeDurably } from "../../base/durable-file.ts";
import { messageOf } from "../../base/errors.ts";
import type { Logger } from "../../base/logger.ts";
import type { Redactor } from "../../base/redactor.ts";
import type { ServerConfig } from "../config/server-config.ts";

/** Lists that are kept of one server's name: its browser with and without a window, and two that were. */
const MAX_LISTS_A_SERVER = 4;

/** A kept list that is larger was not written by this app; in bytes. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;

const KeptList = z
  .object({
    version: z.literal(1),
    server: z.string(),
    entry: z.string(),
    /** Milliseconds since 1970. */
    savedAt: z.number(),
    /** Where the server told it. */
    folders: z.array(z.string()).readonly(),
    serverInfo: z.unknown(),
    problems: z.array(z.string()).readonly(),
    tools: z.array(z.unknown()).readonly(),
  })
  .readonly();
export type KeptList = z.infer<typeof KeptList>;

/** Made of what was written, not of what it expands to: so it holds no secret (M5). */
export function digestOf(config: ServerConfig): string {
  const known = digests.get(config);
  if (known !== undefined) return known;
  const { command, args, env, cwd, toolPrefix, toolsKey } = config;
  const digest = sha256(toolsKey ?? JSON.stringify([command, args, env, cwd, toolPrefix]));
  digests.set(config, digest);
  return digest;
}

/** Every call of a tool asks for it. */
const digests = new WeakMap<ServerConfig, string>();

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Part of a digest in a file's name, in characters: far from chance, and short enough for every system. */
const DIGEST_CHARS = 24;

/** The last good list of every server, kept between runs (M5). What cannot be kept or read costs a line in the log. */
export class KeptLists {
  readonly #folder: string;
  readonly #logger: Logger;
  readonly #redactor: Redactor;

  constructor(folder: string, { logger, redactor }: { logger: Logger; redactor: Redactor }) {
    this.#folder = folder;
    this.#logger = logger;
    this.#redactor = redactor;
  }

  /** Null where none is kept of exactly this entry. */
  read(config: ServerConfig): KeptList | null {
    const text = this.#readText(this.#fileOf(config));
    if (text === null) return null;
    const kept = KeptList.safeParse(parse(text));
    if (kept.success && fits(kept.data, config)) return kept.data;
    this.#logger.warn(`The kept tools of "${config.name}" cannot be read and are ignored.`);
    return null;
  }

  /** On disk when it returns (D1). */
  write(config: ServerConfig, list: Omit<KeptList, "version" | "server" | "entry">): void {
    const { name } = config;
    const kept = { version: 1, server: name, entry: digestOf(config), ...list };
    try {
      ensurePrivateFolder(this.#folder);
      writeDurably(this.#fileOf(config), JSON.stringify({ ...kept, tools: this.#clean(list) }));
      this.#sweep(config);
    } catch (error) {
      this.#logger.warn(`The tools of "${name}" could not be kept: ${messageOf(error)}`);
    }
  }

  /** A server may tell a secret; its tools' own names have to stay what they are. */
  #clean({ tools }: Pick<KeptList, "tools">): readonly unknown[] {
    return tools.map((tool) => {
      const clean = this.#redactor.json(tool);
      const isNamed = typeof tool === "object" && tool !== null && "name" in tool;
      return isNamed ? { ...(clean as object), name: tool.name } : clean;
    });
  }

  #readText(file: string): string | null {
    try {
      const stats = statSync(file, { throwIfNoEntry: false });
      if (!stats) return null;
      return stats.size > MAX_FILE_BYTES ? "" : readFileSync(file, "utf8");
    } catch (error) {
      this.#logger.warn(`A kept list of tools cannot be read: ${messageOf(error)}`);
      return null;
    }
  }

  /** Of entries that are no more, the latest stay: the person may take a change back. */
  #sweep(config: ServerConfig): void {
    const files = readdirSync(this.#folder)
      .filter((file) => file.startsWith(prefixOf(config)) && !file.endsWith(TEMPORARY_SUFFIX))
      .map((file) => path.join(this.#folder, file))
      .map((file) => ({ file, at: statSync(file).mtimeMs }))
      .sort((a, b) => b.at - a.at);
    for (const { file } of files.slice(MAX_LISTS_A_SERVER)) rmSync(file, { force: true });
  }

  #fileOf(config: ServerConfig): string {
    const entry = digestOf(config).slice(0, DIGEST_CHARS);
    return path.join(this.#folder, `${prefixOf(config)}${entry}.json`);
  }
}

function fits({ server, entry }: KeptList, config: ServerConfig): boolean {
  return server === config.name && entry === digestOf(config);
}

/** Not the name itself: it may hold anything, and two names may differ by their case alone. */
function prefixOf({ name }: ServerConfig): string {
  return `${sha256(name).slice(0, DIGEST_CHARS)}-`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Broken is an answer here, not an error.
    return null;
  }
}
