import { messageOf } from "../base/errors.ts";
import type { Disposable } from "../base/disposable.ts";
import type { Logger } from "../base/logger.ts";
import { Guard } from "./guard.ts";
import { commandHash, Journal } from "./journal.ts";
import { bootId, readCommandLine } from "./process-table.ts";
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
}

/**
 * What ends the children when the app cannot: the guard at once, the journal at the next start (M20).
 * Both are told the same. The guard runs from the first thing on that there is to tell.
 */
export class SafetyNet implements Disposable {
  readonly #options: SafetyNetOptions;
  readonly #list = new WatchList();
  #guard: Guard | null = null;
  #journal: Journal | null = null;
  #journals: string | null;
  #disposed = false;

  constructor(options: SafetyNetOptions) {
    this.#options = options;
    this.#journals = options.journals;
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
  watch({ mark, id: { pid, startedAt }, gone }: SupervisedProcess): void {
    const expected = this.#list.children.get(mark);
    if (!expected) return;
    const args = readCommandLine(pid);
    const command = args && commandHash(args);
    this.#tell({ add: { ...expected, id: { pid, startedAt }, group: pid, command } });
    void gone.then(() => this.#tell({ remove: mark }));
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

  dispose(): void {
    this.#disposed = true;
    this.#guard?.dispose();
    this.#guard = null;
    this.#journal?.close();
    this.#journal = null;
  }

  #tell(line: WatchLine): void {
    if (this.#disposed) return;
    this.#list.apply(line);
    if (this.#guard) this.#guard.tell(line);
    else this.#startGuard();
    this.#write(line);
  }

  #startGuard(): void {
    const { node, guardScript: script, logger } = this.#options;
    this.#guard = new Guard({ node, script, list: this.#list, logger });
  }

  /** A journal that cannot be written costs no server: the guard is there. */
  #write(line: WatchLine): void {
    if (this.#journals === null) return;
    try {
      if (this.#journal) this.#journal.write(line);
      else this.#journal = Journal.open(this.#journals, this.#list);
    } catch (error) {
      this.#journals = null;
      const { logger } = this.#options;
      logger.warn(`What runs cannot be written down for the next start: ${messageOf(error)}`);
    }
  }
}
