/** Something that is owned and must be given back. Disposing twice is the same as once. */
export interface Disposable {
  dispose(): void;
}

export function toDisposable(dispose: () => void): Disposable {
  let done = false;
  return {
    dispose() {
      if (done) return;
      done = true;
      dispose();
    },
  };
}

/** Owns others; gives them back in the reverse order of their making. */
export class DisposableStore implements Disposable {
  readonly #owned: Disposable[] = [];

  add<T extends Disposable>(owned: T): T {
    this.#owned.push(owned);
    return owned;
  }

  dispose(): void {
    for (const owned of this.#owned.splice(0).reverse()) owned.dispose();
  }
}
