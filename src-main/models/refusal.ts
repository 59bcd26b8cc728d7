import { messageOf, type AppError } from "../base/errors.ts";
import { Redactor } from "../base/redactor.ts";
import type { ModelPlace } from "./model-errors.ts";
import { modelError, noRetry } from "./retry-hint.ts";

/** Longest quote of a server's own words, in characters: an error is to be read, not scrolled. */
const MAX_QUOTE_CHARS = 300;

/** Codes under which servers say that they are busy; 529 is Anthropic's own. */
const BUSY = [429, 503, 529];

/** From here on a status is no success. */
const FIRST_REFUSING_STATUS = 300;

/** The status of a refused request, or the one that an error in the middle of a stream stands for. */
export function statusOf(error: unknown): number | null {
  if (typeof error !== "object" || error === null || !("statusCode" in error)) return null;
  const status = error.statusCode;
  return typeof status === "number" && status >= FIRST_REFUSING_STATUS ? status : null;
}

/** What it means that the server answered with this status. */
export function refusal(status: number, error: unknown, place: ModelPlace): AppError {
  if (status < 400) return redirected(status, error, place);
  if (status === 401 || status === 403) return keyRefused(status, error, place);
  if (status === 404) return notFound(error, place);
  if (status === 407) return proxyRefused(place);
  if (BUSY.includes(status)) return overloaded(status, error, place);
  return status >= 500 ? serverError(status, error, place) : requestRefused(status, error, place);
}

/** Redirects are not followed: the key would go along to whatever host they name. */
function redirected(status: number, error: unknown, { base }: ModelPlace): AppError {
  const location = headersOf(error)["location"] ?? "";
  const target = URL.canParse(location) ? new URL(location).origin : "another address";
  return modelError(
    "model-request-refused",
    `${base.host} sends requests on to ${target} (${status}), where the key does not follow; type that address instead.`,
    noRetry,
  );
}

function keyRefused(status: number, error: unknown, place: ModelPlace): AppError {
  const host = place.base.host;
  // The words of a 401 are left out: some servers repeat a part of the key in them.
  const why = status === 401 ? "401" : inBrackets(status, error, place);
  const sentence =
    place.key === null
      ? `${host} asks for a key (${why}); add one to this model in the settings.`
      : `${host} did not accept the key (${why}); check it in the settings, or make a new one at the provider.`;
  return modelError("model-key-refused", sentence, noRetry);
}

function notFound(error: unknown, place: ModelPlace): AppError {
  return modelError(
    "model-not-found",
    `${place.base.host} knows no model “${place.model}”, or has no such service at this address (${inBrackets(404, error, place)}); check the model's name and the address.`,
    noRetry,
  );
}

/** As the desktop app's requests tell it; Node's own fail without a reason. */
function proxyRefused({ base }: ModelPlace): AppError {
  return modelError(
    "model-unreachable",
    `A proxy on the way to ${base.host} asks for a sign-in (407); enter it in the system's network settings.`,
    noRetry,
  );
}

function overloaded(status: number | null, error: unknown, place: ModelPlace): AppError {
  return modelError(
    "model-overloaded",
    `${place.base.host} takes no more requests at the moment (${inBrackets(status, error, place)}); wait a little and send the message again.`,
    { retry: true, afterMs: askedWaitMs(error) },
  );
}

/** The words of an error in the middle of a stream that comes without a status. */
export function gaveUp(error: unknown, place: ModelPlace): AppError {
  const isBusy = /overloaded|busy|too many requests|rate limit/i.test(messageOf(error));
  return isBusy ? overloaded(null, error, place) : serverError(null, error, place);
}

function serverError(status: number | null, error: unknown, place: ModelPlace): AppError {
  return modelError(
    "model-server-error",
    `${place.base.host} could not answer because of an error of its own (${inBrackets(status, error, place)}); send the message again, and if it stays so, look at the provider's status page.`,
    { retry: true, afterMs: askedWaitMs(error) },
  );
}

function requestRefused(status: number, error: unknown, place: ModelPlace): AppError {
  return modelError(
    "model-request-refused",
    `${place.base.host} refused the request (${inBrackets(status, error, place)}); change what it complains of, or choose another model.`,
    noRetry,
  );
}

/** The status, and the server's own words if it has any. */
function inBrackets(status: number | null, error: unknown, { key }: ModelPlace): string {
  const redactor = new Redactor();
  if (key !== null) redactor.add(key);
  const words = redactor.text(messageOf(error)).replace(/\s+/g, " ").trim().replace(/\.$/, "");
  const short = words.length > MAX_QUOTE_CHARS ? `${words.slice(0, MAX_QUOTE_CHARS)}…` : words;
  return [status, short].filter((part) => part !== null && part !== "").join(": ");
}

/** `Retry-After` in seconds or as a date, and the finer `retry-after-ms` of some servers. */
function askedWaitMs(error: unknown): number | null {
  const { "retry-after-ms": fine, "retry-after": plain } = headersOf(error);
  const asked = [Number(fine), Number(plain) * 1000, Date.parse(plain ?? "") - Date.now()];
  const ms = asked.find((value) => Number.isFinite(value));
  return ms === undefined ? null : Math.max(0, ms);
}

function headersOf(error: unknown): Readonly<Record<string, string | undefined>> {
  if (typeof error !== "object" || error === null || !("responseHeaders" in error)) return {};
  return (error.responseHeaders ?? {}) as Readonly<Record<string, string | undefined>>;
}
