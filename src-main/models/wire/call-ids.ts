import { createHash } from "node:crypto";

/** What every provider takes as the id of a call; one of them stops at 40 characters. */
const GOOD_ID = /^[a-zA-Z0-9_-]{1,40}$/;

/** One provider takes nothing but nine letters and digits, so that is what a new id has. */
const NEW_ID_CHARS = 9;

/**
 * Ids of calls in one request: each once, and of characters that every provider takes, also when
 * another one gave them out. The same conversation always gets the same ids, which caches rest on.
 */
export class CallIds {
  readonly #taken = new Set<string>();
  /** Ids of the answer at hand that still wait for their result, by what they were. */
  readonly #open = new Map<string, string[]>();

  /** Results belong to the answer just before them. */
  beginAnswer(): void {
    this.#open.clear();
  }

  forCall(id: string): string {
    const free = this.#free(id);
    this.#taken.add(free);
    this.#open.set(id, [...(this.#open.get(id) ?? []), free]);
    return free;
  }

  /** Null when no call waits for it. */
  forResult(id: string): string | null {
    return this.#open.get(id)?.shift() ?? null;
  }

  #free(id: string): string {
    if (GOOD_ID.test(id) && !this.#taken.has(id)) return id;
    for (let number = 1; ; number += 1) {
      const hash = createHash("sha256").update(`${id} ${number}`).digest("hex");
      const free = hash.slice(0, NEW_ID_CHARS);
      if (!this.#taken.has(free)) return free;
    }
  }
}
