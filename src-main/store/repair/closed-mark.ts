import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { writeDurably } from "../../base/durable-file.ts";

/** What the database's file looked like when it was closed. */
interface Seen {
  readonly bytes: number;
  readonly changedAt: number;
}

/**
 * A small file that says that the database was closed in order, and how it looked then. While the
 * database is open there is none, so that a start knows whether it has to look for damage.
 */
export class ClosedMark {
  readonly #file: string;
  readonly #database: string;

  constructor(database: string) {
    this.#database = database;
    this.#file = `${database}-closed`;
  }

  /** False after a crash, and when something else has written to the file since. */
  holds(): boolean {
    const seen = look(this.#database);
    return seen !== null && existsSync(this.#file) && readText(this.#file) === written(seen);
  }

  set(): void {
    const seen = look(this.#database);
    if (seen) writeDurably(this.#file, written(seen));
  }

  remove(): void {
    rmSync(this.#file, { force: true });
  }
}

function look(file: string): Seen | null {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats ? { bytes: stats.size, changedAt: stats.mtimeMs } : null;
}

function written({ bytes, changedAt }: Seen): string {
  return `${JSON.stringify({ bytes, changedAt })}\n`;
}

/** A mark that cannot be read says nothing. */
function readText(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
