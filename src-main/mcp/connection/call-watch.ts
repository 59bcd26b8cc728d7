import type { Disposable } from "../../base/disposable.ts";

/** The largest time that a timer takes, in milliseconds; for the SDK's own, which must decide nothing. */
export const MAX_TIMER_MS = 2_147_483_647;

/** Timers fire up to this much early, in milliseconds. */
const EARLY_MS = 1;

export interface WatchedCall {
  readonly signal: AbortSignal;
  /** On the clock of `performance`; may move while the call runs. */
  readonly expiresAt: number;
}

export interface CallEnds<T> {
  readonly onExpired: (call: T) => void;
  readonly onAborted: (call: T) => void;
}

/**
 * Tells of calls whose time is over or whose signal is aborted. There is one timer for all, which looks
 * at the calls when it fires, and one listener for all calls of a turn: for each call of its own, these
 * would cost as much as the rest of it.
 */
export class CallWatch<T extends WatchedCall> implements Disposable {
  readonly #ends: CallEnds<T>;
  readonly #calls = new Set<T>();
  readonly #heard = new WeakSet<AbortSignal>();
  #timer: NodeJS.Timeout | undefined;
  #firesAt = Number.POSITIVE_INFINITY;

  constructor(ends: CallEnds<T>) {
    this.#ends = ends;
  }

  /** From now on, until it is deleted. */
  add(call: T): void {
    this.#calls.add(call);
    if (!this.#heard.has(call.signal)) this.#listenTo(call.signal);
    if (call.expiresAt < this.#firesAt) this.#wakeAt(call.expiresAt);
  }

  /** The timer stays, for the next call: it keeps nothing from ending. */
  delete(call: T): void {
    this.#calls.delete(call);
  }

  dispose(): void {
    this.#calls.clear();
    clearTimeout(this.#timer);
  }

  #listenTo(signal: AbortSignal): void {
    this.#heard.add(signal);
    const tell = () => this.#end((call) => call.signal === signal, this.#ends.onAborted);
    signal.addEventListener("abort", tell, { once: true });
  }

  #wakeAt(time: number): void {
    clearTimeout(this.#timer);
    this.#firesAt = time;
    const ms = Math.min(time - performance.now(), MAX_TIMER_MS);
    this.#timer = setTimeout(() => this.#look(), ms).unref();
  }

  #look(): void {
    const now = performance.now();
    this.#end(({ expiresAt }) => expiresAt - now < EARLY_MS, this.#ends.onExpired);
    this.#firesAt = Number.POSITIVE_INFINITY;
    for (const { expiresAt } of this.#calls) {
      if (expiresAt < this.#firesAt) this.#wakeAt(expiresAt);
    }
  }

  /** Each is told of once. */
  #end(isOver: (call: T) => boolean, tell: (call: T) => void): void {
    for (const call of this.#calls) {
      if (isOver(call) && this.#calls.delete(call)) tell(call);
    }
  }
}
