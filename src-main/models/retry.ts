import { setTimeout as delay } from "node:timers/promises";
import { retryHintOf } from "./retry-hint.ts";

/** How often a request is made anew before the person is told: two more times ride out a short rush. */
export const DEFAULT_RETRIES = 2;

/** Wait before the first new request, in milliseconds; each further one waits twice as long. */
const FIRST_WAIT_MS = 1_000;

/** A server that asks for more than this, in milliseconds, is not waited for: the person decides. */
const MAX_WAIT_MS = 60_000;

/** Resolves after so many milliseconds, rejects when the signal is aborted. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<unknown>;

export const realWait: Wait = (ms, signal) => delay(ms, undefined, { signal });

export interface RetryPolicy {
  readonly retries: number;
  readonly wait: Wait;
}

/**
 * Makes a request anew when it failed in a passing way before anything of its answer was handed
 * out; what the server asked for (`Retry-After`) decides how long it waits (M29).
 */
export async function* withRetries<T>(
  attempt: () => AsyncIterable<T>,
  policy: RetryPolicy,
  signal: AbortSignal,
): AsyncGenerator<T> {
  for (let failures = 0; ; failures++) {
    let shown = false;
    try {
      for await (const event of attempt()) {
        shown = true;
        yield event;
      }
      return;
    } catch (error) {
      const waitMs = shown || failures >= policy.retries ? null : waitBefore(error, failures);
      if (waitMs === null) throw error;
      await policy.wait(waitMs, signal);
    }
  }
}

/** Milliseconds until the next request; null when it makes no sense. */
function waitBefore(error: unknown, failures: number): number | null {
  const hint = retryHintOf(error);
  if (!hint.retry) return null;
  const waitMs = hint.afterMs ?? FIRST_WAIT_MS * 2 ** failures;
  return waitMs > MAX_WAIT_MS ? null : waitMs;
}
