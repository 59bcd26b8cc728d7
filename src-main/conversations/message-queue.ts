import type { QueuedMessage } from "../../src-preload/model/queued-message.ts";
import type { Clock } from "../base/clock.ts";
import { AppError } from "../base/errors.ts";
import { newId } from "../base/ids.ts";
import type { Store } from "../store/store.ts";

export interface MessageQueueOptions {
  readonly conversationId: string;
  readonly store: Store;
  readonly clock: Clock;
  readonly onChange: (queued: readonly QueuedMessage[]) => void;
}

/** What the person wrote while a turn ran, in order; on disk before it is shown. */
export class MessageQueue {
  readonly #options: MessageQueueOptions;
  #waiting: readonly QueuedMessage[];

  /** What an earlier run of the app left waits for the person: nothing is sent by itself. */
  constructor(options: MessageQueueOptions) {
    this.#options = options;
    const rows = options.store.queuedMessages.list(options.conversationId);
    this.#waiting = rows.map((row) => ({ ...row, state: "held" }));
  }

  get list(): readonly QueuedMessage[] {
    return this.#waiting;
  }

  /** Those whose time has come, in order. */
  get ready(): readonly QueuedMessage[] {
    return this.#waiting.filter(({ state }) => state === "next");
  }

  add(text: string): QueuedMessage {
    const { conversationId, store, clock } = this.#options;
    const row = { id: newId(), conversationId, text, createdAt: clock() };
    store.queuedMessages.save(row);
    const queued: QueuedMessage = { ...row, state: "next" };
    this.#become([...this.#waiting, queued]);
    return queued;
  }

  /** Throws an `AppError` `queued-gone` when it has become a message meanwhile. */
  edit(id: string, text: string): void {
    const changed: QueuedMessage = { ...this.find(id), text };
    this.#options.store.queuedMessages.save(changed);
    this.#become(this.#waiting.map((queued) => (queued.id === id ? changed : queued)));
  }

  /** Throws an `AppError` `queued-gone`. */
  remove(id: string): void {
    this.find(id);
    this.#options.store.queuedMessages.delete(id);
    this.forget([id]);
  }

  /** Lets one that was held go in at the next step. Throws an `AppError` `queued-gone`. */
  release(id: string): void {
    const released: QueuedMessage = { ...this.find(id), state: "next" };
    this.#become(this.#waiting.map((queued) => (queued.id === id ? released : queued)));
  }

  /** From now on all wait for the person. */
  hold(): void {
    if (this.ready.length === 0) return;
    this.#become(this.#waiting.map((queued) => ({ ...queued, state: "held" })));
  }

  /** To be called when they have become messages, and have left the disk with that. */
  forget(ids: readonly string[]): void {
    this.#become(this.#waiting.filter(({ id }) => !ids.includes(id)));
  }

  find(id: string): QueuedMessage {
    const found = this.#waiting.find((queued) => queued.id === id);
    if (found) return found;
    throw new AppError(
      "queued-gone",
      "This message is not in the queue any more: it was sent or removed.",
    );
  }

  #become(waiting: readonly QueuedMessage[]): void {
    this.#waiting = waiting;
    this.#options.onChange(waiting);
  }
}
