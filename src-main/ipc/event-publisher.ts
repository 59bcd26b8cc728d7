import type { AppEvent } from "../../src-preload/contract/events.ts";
import type { Disposable } from "../base/disposable.ts";
import { coalesce } from "./coalesce.ts";

/** Events go out at most once a frame, in milliseconds: sent one by one they cost twenty times as much. */
const FRAME_MS = 16;

/** One ordered stream of events to the window. */
export class EventPublisher implements Disposable {
  readonly #send: (events: readonly AppEvent[]) => void;
  #waiting: AppEvent[] = [];
  #timer: NodeJS.Timeout | null = null;
  #disposed = false;

  constructor(send: (events: readonly AppEvent[]) => void) {
    this.#send = send;
  }

  publish(event: AppEvent): void {
    if (this.#disposed) return;
    this.#waiting.push(event);
    this.#timer ??= setTimeout(() => this.flush(), FRAME_MS);
  }

  /** Sends what waits now. */
  flush(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    // Taken before it is sent: a batch that cannot be sent must not come again with each next one.
    const batch = this.#waiting;
    this.#waiting = [];
    if (batch.length > 0) this.#send(coalesce(batch));
  }

  dispose(): void {
    this.#disposed = true;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#waiting = [];
  }
}
