import type { AppEvent } from "../../src-preload/contract/events.ts";
import { isEnded } from "../../src-preload/model/turn.ts";
import type { Disposable } from "../base/disposable.ts";

/** What of Electron's `powerSaveBlocker` is needed. */
export interface SleepBlocker {
  start(type: "prevent-app-suspension"): number;
  stop(id: number): void;
}

/**
 * Keeps the machine from going to sleep by itself while a turn works. One that waits for the person
 * holds nothing up: they may be away until tomorrow.
 */
export class StayAwake implements Disposable {
  readonly #blocker: SleepBlocker;
  readonly #working = new Set<string>();
  #held: number | null = null;

  constructor(blocker: SleepBlocker) {
    this.#blocker = blocker;
  }

  /** To be told all that happens. */
  take(event: AppEvent): void {
    if (event.type !== "turn-changed") return;
    const { id, state } = event.turn;
    if (isEnded(state) || state === "awaiting-approval") this.#working.delete(id);
    else this.#working.add(id);
    this.#follow();
  }

  dispose(): void {
    this.#working.clear();
    this.#follow();
  }

  #follow(): void {
    if (this.#working.size > 0) {
      this.#held ??= this.#blocker.start("prevent-app-suspension");
    } else if (this.#held !== null) {
      this.#blocker.stop(this.#held);
      this.#held = null;
    }
  }
}
