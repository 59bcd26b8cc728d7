import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { ensurePrivateFolder, PRIVATE_FILE, TEMPORARY_SUFFIX } from "../base/durable-file.ts";
import { newId } from "../base/ids.ts";
import { bootId, UNKNOWN_START, type ProcessId } from "./process-table.ts";
import { identify } from "./process-tree.ts";
import { textOf, WatchList, type WatchLine } from "./watch-list.ts";

/** A journal that has grown by this is written anew with what still holds, in bytes: some hundred starts. */
const COMPACT_BYTES = 256 * 1024;

const SUFFIX = ".jsonl";

/** Hex digits of a name's parts: enough to tell two starts apart. */
const NAME_DIGITS = 16;

/**
 * What runs, written down for the next start (M20): one file for each run of the app or the command
 * line, so that two that share a data folder never write into the same. Its name tells the owner, and
 * each line is one write, so that a kill at any byte costs the last line at most.
 */
export class Journal {
  readonly #file: string;
  readonly #list: WatchList;
  #descriptor: number;
  #grown = 0;

  private constructor(file: string, list: WatchList) {
    this.#file = file;
    this.#list = list;
    this.#descriptor = openSync(file, "a", PRIVATE_FILE);
  }

  /**
   * Begins with what is on the list. Null where the system does not tell when processes started: there
   * a later start could prove nothing by it. Throws the file system's own errors.
   */
  static open(folder: string, list: WatchList): Journal | null {
    const self = identify(process.pid);
    if (!self || self.startedAt === UNKNOWN_START) return null;
    ensurePrivateFolder(folder);
    const name = `${self.pid}-${startHash(self)}-${newId().slice(0, 8)}${SUFFIX}`;
    const journal = new Journal(path.join(folder, name), list);
    journal.#compact();
    return journal;
  }

  /** Throws the file system's own errors. */
  write(line: WatchLine): void {
    this.#grown += writeSync(this.#descriptor, textOf([line]));
    if (this.#grown > COMPACT_BYTES) this.#compact();
  }

  /** What has not ended stays written down. */
  close(): void {
    closeSync(this.#descriptor);
    if (this.#list.children.size === 0) rmSync(this.#file, { force: true });
  }

  #compact(): void {
    const temporary = `${this.#file}${TEMPORARY_SUFFIX}`;
    writeFileSync(temporary, textOf(this.#list.lines()), { mode: PRIVATE_FILE });
    renameSync(temporary, this.#file);
    closeSync(this.#descriptor);
    this.#descriptor = openSync(this.#file, "a", PRIVATE_FILE);
    this.#grown = 0;
  }
}

/** The journals of runs that are over, with what each had not seen end. */
export function abandonedJournals(
  folder: string,
): readonly { readonly file: string; readonly list: WatchList }[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => !belongsToLiving(name))
    .map((name) => path.join(folder, name))
    .map((file) => ({ file, list: readList(file) }));
}

/** Hash of a command line: it may hold secrets, which are nobody's to keep. */
export function commandHash(args: readonly string[]): string {
  return createHash("sha256").update(args.join("\0")).digest("hex");
}

/** A half-written file has its owner's name too. */
function belongsToLiving(name: string): boolean {
  const { pid, start } = /^(?<pid>\d+)-(?<start>[0-9a-f]+)-/.exec(name)?.groups ?? {};
  const owner = identify(Number(pid ?? 0));
  return owner !== null && startHash(owner) === start;
}

function startHash({ startedAt }: ProcessId): string {
  return commandHash([bootId(), startedAt]).slice(0, NAME_DIGITS);
}

function readList(file: string): WatchList {
  const list = new WatchList();
  // The other run that starts just now may have removed it.
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  for (const line of text.split("\n")) list.applyText(line);
  return list;
}
