import { messageOf } from "../base/errors.ts";
import type { Logger } from "../base/logger.ts";
import { Guard } from "./guard.ts";
import { commandHash, Journal } from "./journal.ts";
import { UNKNOWN_START } from "./process-id.ts";
import { removePrivateFolder } from "./private-folder.ts";
import { bootId, ProcessTable, readCommandLine, type ReadTable } from "./process-table.ts";
import { markOf, type ProcessSpec, type SupervisedProcess } from "./supervised-process.ts";
import { WatchList, type WatchLine } from "./watch-list.ts";

export interface SafetyNetOptions {
  /** The Node that runs the guard. */
  readonly node: string;
  /** The built guard script. */
  readonly guardScript: string;
  /** The folder of the journals; null for none. */
  readonly journals: string | null;
  readonly logger: Logger;
  /** Absent, that of this machine. */
  readonly readTable?: ReadTable;
}

/**
 * What ends the children when the app cannot: the guard at once, the journal at the next start (M20).
 * Both are told the same. The guard runs from the first thing on that there is to tell.
 */
export class SafetyNet {
  readonly #options: SafetyNetOptions;
  readonly #list = new WatchList();
  #guard: Guard | null = null;
  #journal: Journal | null = null;
  #journals: string | null;
  #isOpening = false;
  readonly #readTable: ReadTable;
  #closed = false;

  constructor(options: SafetyNetOptions) {
    this.#options = options;
    this.#journals = options.journals;
    this.#readTable = options.readTable ?? (() => ProcessTable.readAside());
  }

  /** Before it is started: an app that is killed at that moment leaves it all the same. */
  expect(id: string, spec: ProcessSpec): void {
    this.#tell({
      add: {
        mark: markOf(id),
        id: null,
        group: null,
        command: null,
        boot: bootId(),
        name: spec.name,
        conversationId: spec.owner?.conversationId ?? null,
      },
    });
  }

  /** Once it runs; it is forgotten when all of it is gone. */
  watch(child: SupervisedProcess): void {
    this.#describe(child, readCommandLine(child.pid));
    if (child.id.startedAt === UNKNOWN_START) void this.#describeLater(child);
    void child.gone.then(() => this.#tell({ remove: child.mark }));
  }

  #describe({ mark, id }: SupervisedProcess, args: readonly string[] | null): void {
    const expected = this.#list.children.get(mark);
    if (!expected) return;
    const { pid, startedAt } = id;
    const command = args && commandHash(args);
    this.#tell({ add: { ...expected, id: { pid, startedAt }, group: pid, command } });
  }

  /** By a list, where the system tells nothing at once: of itself a pid proves little. */
  async #describeLater(child: SupervisedProcess): Promise<void> {
    const table = await this.#readTable();
    const row = table?.rows.find(({ pid }) => pid === child.pid);
    if (!row || !child.learnStart(row.startedAt)) return;
    this.#describe(child, table?.argumentsOf(child.pid) ?? null);
  }

  /** It did not start. */
  forget(id: string): void {
    this.#tell({ remove: markOf(id) });
  }

  /** The folder is removed when the app is gone without having done it. */
  watchFolder(folder: string): void {
    this.#tell({ addFolder: folder });
  }

  forgetFolder(folder: string): void {
    this.#tell({ removeFolder: folder });
  }

  /** The app goes, in order: what has not ended is left to the guard. */
  async close(): Promise<void> {
    this.#closed = true;
    const guarded = this.#guard === null || (await this.#guard.close());
    this.#guard = null;
    if (!guarded) this.#removeFolders();
    this.#journal?.close();
    this.#journal = null;
  }

  #removeFolders(): void {
    try {
      for (const folder of this.#list.folders) removePrivateFolder(folder);
    } catch (error) {
      const { logger } = this.#options;
      logger.warn(`A temporary folder could not be removed: ${messageOf(error)}`);
    }
  }

  #tell(line: WatchLine): void {
    if (this.#closed) return;
    this.#list.apply(line);
    if (this.#guard) this.#guard.tell(line);
    else this.#startGuard();
    this.#write(line);
  }

  #startGuard(): void {
    const { node, guardScript: script, logger } = this.#options;
    this.#guard = new Guard({ node, script, list: this.#list, logger });
  }

  #write(line: WatchLine): void {
    this.#unlessItFails((folder) => {
      if (this.#journal) this.#journal.write(line);
      else this.#openJournal(folder);
    });
  }

  #openJournal(folder: string): void {
    this.#journal = Journal.open(folder, this.#list);
    if (this.#journal || this.#isOpening) return;
    this.#isOpening = true;
    void this.#openJournalLater();
  }

  /** Its name tells when this process was started, which some systems tell by a list alone. */
  async #openJournalLater(): Promise<void> {
    const table = await this.#readTable();
    const self = table?.rows.find(({ pid }) => pid === process.pid);
    if (!self || this.#closed) return;
    this.#unlessItFails((folder) => (this.#journal = Journal.open(folder, this.#list, self)));
  }

  /** A journal that cannot be written costs no server: the guard is there. */
  #unlessItFails(work: (folder: string) => void): void {
    if (this.#journals === null) return;
    try {
      work(this.#journals);
    } catch (error) {
      this.#journals = null;
      const { logger } = this.#options;
      logger.warn(`What runs cannot be written down for the next start: ${messageOf(error)}`);
    }
  }
}
