/**
 * Tells calls that their signal is aborted. A turn has one signal for all its calls, and to listen to it
 * anew for each costs as much as the rest of a call: so it is listened to once.
 */
export class AbortWatch {
  readonly #watchers = new WeakMap<AbortSignal, Set<() => void>>();

  /** From now on; returns what ends it. */
  add(signal: AbortSignal, stop: () => void): () => void {
    const watchers = this.#watchers.get(signal) ?? this.#listen(signal);
    watchers.add(stop);
    return () => watchers.delete(stop);
  }

  #listen(signal: AbortSignal): Set<() => void> {
    const watchers = new Set<() => void>();
    this.#watchers.set(signal, watchers);
    const tell = () => {
      for (const stop of watchers) stop();
    };
    signal.addEventListener("abort", tell, { once: true });
    return watchers;
  }
}
