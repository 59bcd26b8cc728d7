import type { Disposable } from "../../base/disposable.ts";

/**
 * Does a piece of work some time after it was asked for, once for all who asked meanwhile. It keeps no
 * program from ending.
 */
export class Seldom implements Disposable {
  readonly #ms: number;
  readonly #work: () => void;
  #timer: NodeJS.Timeout | undefined;

  /** In milliseconds. */
  constructor(ms: number, work: () => void) {
    this.#ms = ms;
    this.#work = work;
  }

  ask(): void {
    this.#timer ??= setTimeout(() => this.now(), this.#ms).unref();
  }

  /** At once; whoever has asked needs not wait any longer. */
  now(): void {
    this.dispose();
    this.#work();
  }

  /** What was asked for is not done any more. */
  dispose(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
