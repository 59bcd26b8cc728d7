import type { z } from "zod";
import { messageOf } from "../base/errors.ts";
import type { Logger } from "../base/logger.ts";
import type { Row } from "./database.ts";

/** One value for every member of a shape, not yet checked: a member that a table forgets does not compile. */
export type Members<T> = Readonly<Record<keyof T, unknown>>;

/**
 * Turns rows into the shapes of the contract. A row that does not fit is reported and left out:
 * one bad row never takes a whole list from the person.
 */
export class RowReader<T> {
  readonly #what: string;
  readonly #schema: z.ZodType<T>;
  readonly #decode: (row: Row) => Members<T>;
  readonly #logger: Logger;

  constructor(options: {
    /** What one row is called in the log. */
    readonly what: string;
    readonly schema: z.ZodType<T>;
    /** May throw: the row is bad then. */
    readonly decode: (row: Row) => Members<T>;
    readonly logger: Logger;
  }) {
    this.#what = options.what;
    this.#schema = options.schema;
    this.#decode = options.decode;
    this.#logger = options.logger;
  }

  list(rows: readonly Row[]): readonly T[] {
    return rows.flatMap((row) => {
      const value = this.#read(row);
      return value === null ? [] : [value.read];
    });
  }

  one(row: Row | null): T | null {
    return row === null ? null : (this.#read(row)?.read ?? null);
  }

  #read(row: Row): { readonly read: T } | null {
    try {
      const parsed = this.#schema.safeParse(this.#decode(row));
      if (parsed.success) return { read: parsed.data };
      this.#report(row, parsed.error.issues.map((issue) => issue.path.join(".")).join(", "));
    } catch (error) {
      this.#report(row, messageOf(error));
    }
    return null;
  }

  #report(row: Row, reason: string): void {
    this.#logger.error(
      `The ${this.#what} ${String(row.id ?? row.key)} cannot be read and is left out: ${reason}`,
    );
  }
}
