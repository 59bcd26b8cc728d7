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

  constructor(send: (events: readonly AppEvent[]) => void) {
    this.#send = send;
  }

  publish(event: AppEvent): void {
    this.#waiting.push(event);
    this.#timer ??= setTimeout(() => this.flush(), FRAME_MS);
  }

  /** Sends what waits now. */
  flush(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#waiting.length === 0) return;
    this.#send(coalesce(this.#waiting));
    this.#waiting = [];
  }

  dispose(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#waiting = [];
  }
}
