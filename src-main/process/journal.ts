import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { ensurePrivateFolder, PRIVATE_FILE, TEMPORARY_SUFFIX } from "../base/durable-file.ts";
import { AppError } from "../base/errors.ts";
import { newId } from "../base/ids.ts";
import { UNKNOWN_START, type ProcessId } from "./process-id.ts";
import { bootId, type ProcessTable } from "./process-table.ts";
import { identify } from "./process-tree.ts";
import { textOf, WatchList, type WatchLine } from "./watch-list.ts";

/** A journal that has grown by this is written anew with what still holds, in bytes: some hundred starts. */
const COMPACT_BYTES = 256 * 1024;

const SUFFIX = ".jsonl";

/** Hex digits of a name's parts: enough to tell two starts apart. */
const NAME_DIGITS = 16;

/** A half-written file has its owner's name too. What is called otherwise is not ours to read, or to remove. */
const OWN_NAME = /^(?<pid>\d+)-(?<start>[0-9a-f]+)-[0-9a-f]+\.jsonl(?:\.tmp)?$/;

/** Group and all others, in a file's mode. */
const WRITABLE_BY_OTHERS = 0o022;

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
   * Begins with what is on the list. Null where it is not known when its own process started: there a
   * later start could not tell whose it is. Throws the file system's own errors.
   */
  static open(
    folder: string,
    list: WatchList,
    self: ProcessId | null = identify(process.pid),
  ): Journal | null {
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

/** The names of the journals in the folder, whosever they are, and of half-written ones. */
export function journalNames(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  refuseWhatOthersMayWrite(folder);
  return readdirSync(folder).filter((name) => OWN_NAME.test(name));
}

/**
 * Those of these journals whose runs are over, with what each had not seen end. The table has to be
 * later than the names: whoever has written one is in it then, or over.
 */
export function abandonedJournals(
  folder: string,
  names: readonly string[],
  table: ProcessTable,
): readonly AbandonedJournal[] {
  return names
    .filter((name) => !belongsToLiving(name, table))
    .map((name) => path.join(folder, name))
    .flatMap((file) => readJournal(file) ?? []);
}

export interface AbandonedJournal {
  readonly file: string;
  readonly list: WatchList;
}

/** Hash of a command line: it may hold secrets, which are nobody's to keep. */
export function commandHash(args: readonly string[]): string {
  return createHash("sha256").update(args.join("\0")).digest("hex");
}

function belongsToLiving(name: string, { rows }: ProcessTable): boolean {
  const { pid, start } = OWN_NAME.exec(name)?.groups ?? {};
  const owner = rows.find((row) => row.alive && row.pid === Number(pid));
  return owner !== undefined && startHash(owner) === start;
}

/** What is written there is taken for the app's own word on what to end. Throws an `AppError` `folder-not-private`. */
function refuseWhatOthersMayWrite(folder: string): void {
  if (process.platform === "win32") return;
  const { uid, mode } = statSync(folder);
  if (uid === process.getuid?.() && (mode & WRITABLE_BY_OTHERS) === 0) return;
  throw new AppError("folder-not-private", `Others than you may write into the folder ${folder}.`);
}

function startHash({ startedAt }: ProcessId): string {
  return commandHash([bootId(), startedAt]).slice(0, NAME_DIGITS);
}

/** Null for what cannot be read: the other run that starts just now may have removed it. */
function readJournal(file: string): AbandonedJournal | null {
  const list = new WatchList();
  try {
    for (const line of readFileSync(file, "utf8").split("\n")) list.applyText(line);
  } catch {
    return null;
  }
  return { file, list };
}
