import type { Failure } from "../../src-preload/model/failure.ts";
import type { RecordsStatus } from "../../src-preload/model/records.ts";
import { Emitter } from "../base/emitter.ts";
import { AppError, messageOf, toFailure } from "../base/errors.ts";
import type { Logger } from "../base/logger.ts";
import { isDiskTrouble } from "./store-error.ts";

/** How long after a refusal the disk is asked again, in milliseconds: soon enough to look like by itself. */
const RETRY_MS = 2_000;

export type UnsavedStatus = Pick<RecordsStatus, "trouble" | "unsaved">;

/** Does a piece of work that saves something; keeps it for later where the disk refuses it. */
export type Keep = (key: string, work: () => void) => void;

export interface UnsavedOptions {
  /** Writes and syncs something that changes nothing, to see whether the disk takes it. */
  readonly probe: () => void;
  readonly logger: Logger;
  readonly retryMs?: number;
}

/**
 * What the disk would not take: kept in memory, and saved as soon as it is possible again (D6). Of what
 * is saved again and again, as a growing message, only the last state is kept.
 */
export class Unsaved {
  readonly changed = new Emitter<UnsavedStatus>();
  readonly #options: UnsavedOptions;
  readonly #works = new Map<string, () => void>();
  #trouble: Failure | null = null;
  #timer: NodeJS.Timeout | null = null;
  #closed = false;
  #told = "undefined 0";

  constructor(options: UnsavedOptions) {
    this.#options = options;
  }

  get status(): UnsavedStatus {
    return { trouble: this.#trouble, unsaved: this.#works.size };
  }

  /** Throws what the work throws, also when the work is kept: nothing was saved yet. */
  save(key: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      if (isDiskTrouble(error)) this.keep(key, work, error);
      throw error;
    }
    // What was kept under this key is older than what was saved now.
    this.#works.delete(key);
    if (this.#trouble) this.retry();
  }

  keep(key: string, work: () => void, error: unknown): void {
    this.#works.set(key, work);
    this.note(error);
  }

  /** Something was refused that its caller does not want kept, as a message that was not sent. */
  note(error: unknown): void {
    if (!(error instanceof AppError) || !isDiskTrouble(error)) return;
    this.#tell(toFailure(error));
    if (this.#closed) return;
    this.#timer ??= setTimeout(() => this.retry(), this.#options.retryMs ?? RETRY_MS).unref();
  }

  /** Saves what waits, oldest first; true when nothing waits any more. */
  retry(): boolean {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#trouble === null) return true;
    try {
      this.#options.probe();
      for (const [key, work] of this.#works) this.#saveKept(key, work);
    } catch (error) {
      this.note(error);
      return false;
    }
    this.#tell(null);
    return true;
  }

  /** Tries one last time. */
  close(): void {
    this.#closed = true;
    if (this.retry()) return;
    this.#options.logger.error(
      `The app ends with ${this.#works.size} things unsaved: ${this.#trouble?.message ?? ""}`,
    );
  }

  #saveKept(key: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      if (isDiskTrouble(error)) throw error;
      // Its conversation was deleted meanwhile, for one.
      this.#options.logger.warn(
        `What was kept as "${key}" has no place any more: ${messageOf(error)}`,
      );
    }
    this.#works.delete(key);
  }

  #tell(trouble: Failure | null): void {
    this.#trouble = trouble;
    const told = `${trouble?.code} ${this.#works.size}`;
    if (told === this.#told) return;
    this.#told = told;
    this.changed.fire(this.status);
  }
}
