import type { Clock } from "../base/clock.ts";

/** The rate of the last seconds is what a person sees coming; older is another line's. In milliseconds. */
const WINDOW_MS = 5_000;

/** Looked at more often, it would only jump. In milliseconds. */
const SAMPLE_MS = 200;

/** Less than this says nothing yet. In milliseconds. */
const SHORTEST_MS = 500;

interface Sample {
  readonly at: number;
  readonly bytes: number;
}

/** How fast bytes come. */
export class RateMeter {
  readonly #clock: Clock;
  #samples: readonly Sample[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Takes how many have come in all. */
  note(bytes: number): void {
    const at = this.#clock();
    const last = this.#samples.at(-1);
    if (last && at - last.at < SAMPLE_MS) return;
    this.#samples = [...this.#recent(at), { at, bytes }];
  }

  /** As of now, so that it sinks while nothing comes. Null while too little has been seen. */
  bytesPerSecond(): number | null {
    const now = this.#clock();
    const last = this.#samples.at(-1);
    if (!last) return null;
    const [first = last] = this.#recent(now);
    if (now - first.at < SHORTEST_MS) return null;
    return Math.round(((last.bytes - first.bytes) * 1_000) / (now - first.at));
  }

  #recent(now: number): readonly Sample[] {
    return this.#samples.filter(({ at }) => now - at < WINDOW_MS);
  }
}
