import type { Failure } from "../../src-preload/model/failure.ts";

/**
 * An error of ours: a code for programs, a sentence for the person that says what, where and what to do.
 * The sentence crosses the bridge as it is, so it holds no secret, stack or path of the app's own (S17).
 */
export class AppError extends Error {
  readonly code: string;
  readonly details: unknown;

  constructor(code: string, message: string, options?: { cause?: unknown; details?: unknown }) {
    super(message, options?.cause === undefined ? undefined : { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.details = options?.details;
  }
}

/** What a person may see of any error: ours as written, anything else without its text. */
export function toFailure(error: unknown): Failure {
  if (error instanceof AppError) return { code: error.code, message: error.message };
  return {
    code: "internal",
    message: "Pilothouse met an error that it does not know. The log has the details.",
  };
}

/** The message of anything that was thrown, for logs and for errors that are known to be safe to show. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** True when an operation ended because its signal was aborted, whatever shape the error has. */
export function isAbort(error: unknown, signal?: AbortSignal): boolean {
  return signal?.aborted === true || (error instanceof Error && error.name === "AbortError");
}
