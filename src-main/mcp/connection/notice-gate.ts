/** Notices of one kind that come within this time of the one before are handed on as one, in milliseconds. */
const WINDOW_MS = 50;

/**
 * Lets a notice through at once, and those of its kind that follow closely as one (M7): some servers say a
 * hundred times that their list has changed.
 */
export class NoticeGate<T> {
  readonly #handOn: (notice: T) => void;
  readonly #kinds = new Map<string, { held: T | null; readonly timer: NodeJS.Timeout }>();

  constructor(handOn: (notice: T) => void) {
    this.#handOn = handOn;
  }

  add(kind: string, notice: T): void {
    const recent = this.#kinds.get(kind);
    if (recent) {
      recent.held = notice;
      return;
    }
    const timer = setTimeout(() => this.#close(kind), WINDOW_MS).unref();
    this.#kinds.set(kind, { held: null, timer });
    this.#handOn(notice);
  }

  /** Hands on what is held back; to be called before an answer, which may rest upon it. */
  flush(): void {
    if (this.#kinds.size === 0) return;
    for (const recent of this.#kinds.values()) {
      const { held } = recent;
      recent.held = null;
      if (held !== null) this.#handOn(held);
    }
  }

  #close(kind: string): void {
    const recent = this.#kinds.get(kind);
    this.#kinds.delete(kind);
    if (recent && recent.held !== null) this.add(kind, recent.held);
  }
}
