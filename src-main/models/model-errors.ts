import { AppError } from "../base/errors.ts";
import { networkFailure, brokenOff } from "./network-failure.ts";
import { gaveUp, refusal, statusOf } from "./refusal.ts";
import { modelError, noRetry } from "./retry-hint.ts";

/** What an error's sentence may name, and the key that it never may. */
export interface ModelPlace {
  readonly base: URL;
  readonly model: string;
  readonly key: string | null;
}

/** The stream ended although the answer had not. */
export class StreamEndedEarly extends Error {}

/** The server ended its answer with an error of its own; the message has its words. */
export class ServerGaveUp extends Error {}

/** What the SDK makes of an error event in a stream. */
const STREAM_ERROR = "AI_StreamProviderError";

/** What the SDK throws when the bytes that came are not those of this provider's stream. */
const NOT_UNDERSTOOD = [
  "AI_APICallError",
  "AI_JSONParseError",
  "AI_TypeValidationError",
  "AI_InvalidResponseDataError",
];

/**
 * What a person is told when a model cannot answer: one sentence with what, where and what to do,
 * under a code `model-…`, never with the key (M28). An error that is none of the model's is given
 * back as it is, so that the log shows it.
 */
export function toModelError(error: unknown, place: ModelPlace): unknown {
  if (error instanceof AppError) return error;
  if (endedEarly(error)) return brokenOff(place.base);
  const status = statusOf(error);
  if (status !== null) return refusal(status, error, place);
  if (error instanceof ServerGaveUp || isNamed(error, [STREAM_ERROR])) {
    return gaveUp(error, place);
  }
  return networkFailure(error, place.base) ?? notUnderstood(error, place) ?? error;
}

/** The SDK's own words for it differ from provider to provider. */
function endedEarly(error: unknown): boolean {
  if (error instanceof StreamEndedEarly) return true;
  return (
    error instanceof Error && /stream ended without a finish (reason|chunk)/.test(error.message)
  );
}

function notUnderstood(error: unknown, place: ModelPlace): AppError | null {
  return isNamed(error, NOT_UNDERSTOOD) ? noStream(place.base) : null;
}

function isNamed(error: unknown, names: readonly string[]): boolean {
  return error instanceof Error && names.includes(error.name);
}

/** Something answered, but it speaks otherwise than this provider. */
export function noStream(base: URL): AppError {
  return modelError(
    "model-server-error",
    `${base.host} answered, but not as a model of this provider does; check the provider and the address.`,
    noRetry,
  );
}
