import { toDisposable, type Disposable } from "./disposable.ts";

export type Listener<T> = (value: T) => void;

/** Tells every listener, in the order of their coming, before `fire` returns. */
export class Emitter<T> {
  readonly #listeners = new Set<Listener<T>>();

  on(listener: Listener<T>): Disposable {
    this.#listeners.add(listener);
    return toDisposable(() => this.#listeners.delete(listener));
  }

  fire(value: T): void {
    // A listener may go while it is told; the others are told all the same.
    for (const listener of Array.from(this.#listeners)) listener(value);
  }

  get listenerCount(): number {
    return this.#listeners.size;
  }
}
