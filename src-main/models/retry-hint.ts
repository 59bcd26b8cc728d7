import { AppError } from "../base/errors.ts";

/** Stands in the details of a model's error: whether the same request may succeed a little later. */
export interface RetryHint {
  readonly retry: boolean;
  /** How long the server asked to wait, in milliseconds; null when it said nothing. */
  readonly afterMs: number | null;
}

/** An error of a model's, with the hint in its details. */
export function modelError(code: string, sentence: string, hint: RetryHint): AppError {
  return new AppError(code, sentence, { details: hint });
}

/** Another request fails in the same way. */
export const noRetry: RetryHint = { retry: false, afterMs: null };

/** Another request may succeed. */
export const retrySoon: RetryHint = { retry: true, afterMs: null };

export function retryHintOf(error: unknown): RetryHint {
  const details = error instanceof AppError ? error.details : undefined;
  return isRetryHint(details) ? details : noRetry;
}

function isRetryHint(details: unknown): details is RetryHint {
  return typeof details === "object" && details !== null && "retry" in details;
}
