import type { AppError } from "../base/errors.ts";
import { hostAndPort } from "./model-address.ts";
import { modelError, noRetry, retrySoon, type RetryHint } from "./retry-hint.ts";

interface Reason {
  /** Matches the code of an error in the chain of causes, or its message where it has no code. */
  readonly when: RegExp;
  /** Whether a new connection may work a little later. */
  readonly hint: RetryHint;
  readonly sentence: (where: string, code: string) => string;
}

/** The first that matches counts. The codes are Node's, or those of the network stack of the desktop app. */
const REASONS: readonly Reason[] = [
  {
    when: /^net::ERR_PROXY_AUTH_\w+$/,
    hint: noRetry,
    sentence: (at) =>
      `A proxy on the way to ${at} asks for a sign-in; enter it in the system's network settings.`,
  },
  {
    when: /^net::ERR_(PROXY|TUNNEL|SOCKS|MANDATORY_PROXY|PAC)_/,
    hint: noRetry,
    sentence: (at, code) =>
      `The proxy that this machine uses for ${at} did not let the request through (${code}); check the proxy in the system's network settings.`,
  },
  {
    when: /^(ECONNREFUSED|net::ERR_CONNECTION_REFUSED)$/,
    hint: noRetry,
    sentence: (at) => `Nothing answers at ${at}; check the address, and that the server runs.`,
  },
  {
    when: /^(ENOTFOUND|EAI_AGAIN|net::ERR_NAME_(NOT_RESOLVED|RESOLUTION_FAILED))$/,
    hint: noRetry,
    sentence: (at) => `The name in ${at} cannot be found; check the address and the network.`,
  },
  {
    when: /^(ENETDOWN|ENETUNREACH|net::ERR_(INTERNET_DISCONNECTED|NETWORK_CHANGED))$/,
    hint: noRetry,
    sentence: (at) => `This machine has no network to reach ${at}; connect it, then try again.`,
  },
  {
    when: /^(ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET|net::ERR_(CONNECTION_(RESET|CLOSED|ABORTED)|EMPTY_RESPONSE))$/,
    hint: retrySoon,
    sentence: (at) => `${at} closed the connection without an answer; try again.`,
  },
  {
    when: /^(ETIMEDOUT|UND_ERR_(CONNECT|HEADERS)_TIMEOUT|net::ERR_(CONNECTION_)?TIMED_OUT)$/,
    hint: retrySoon,
    sentence: (at) => `${at} did not answer in time; check the network, then try again.`,
  },
  {
    when: /CERT|SELF_SIGNED|SSL|TLS|^UNABLE_TO_/,
    hint: noRetry,
    sentence: (at, code) =>
      `No safe connection to ${at} (${code}); check the address, and whether its certificate is trusted on this machine.`,
  },
  {
    when: /^(bad port|net::ERR_UNSAFE_PORT)$/,
    hint: noRetry,
    sentence: (at) =>
      `The port of ${at} is one that is never used for web servers; check the address.`,
  },
  {
    when: /^Redirect was cancelled$/,
    hint: noRetry,
    sentence: (at) =>
      `${at} sends requests on to another address, where the key does not follow; type that address instead.`,
  },
  {
    // Any other code of the system's; those of the HTTP parser mean that something did answer.
    when: /^(E[A-Z]+|net::ERR_\w+)$/,
    hint: noRetry,
    sentence: (at, code) => `No connection to ${at} (${code}); check the address and the network.`,
  },
];

/** The words of `fetch`, and of the SDK around them, when nothing more is known. */
const UNEXPLAINED = /^(fetch failed|Cannot connect to API: )$/;

/** An answer that had begun: the words of `fetch`, and the codes of the desktop app's. */
const CUT_OFF = /^(terminated|net::ERR_(INCOMPLETE_CHUNKED_ENCODING|CONTENT_LENGTH_MISMATCH))$/;

/**
 * Why the model's server could not be reached, or why it was lost while it answered; null when the
 * error is none of the network's.
 */
export function networkFailure(error: unknown, base: URL): AppError | null {
  const codes = causesOf(error).map(codeOf);
  if (codes.some((code) => CUT_OFF.test(code))) return brokenOff(base);
  for (const code of codes) {
    const reason = REASONS.find(({ when }) => when.test(code));
    if (reason === undefined) continue;
    const sentence = reason.sentence(hostAndPort(base), code);
    return modelError("model-unreachable", sentence, reason.hint);
  }
  return codes.some((code) => UNEXPLAINED.test(code)) ? unexplained(base) : null;
}

/** So a sign-in that a proxy wants arrives where Node's `fetch` makes the request: without a reason. */
function unexplained(base: URL): AppError {
  return modelError(
    "model-unreachable",
    `No connection to ${hostAndPort(base)}; check the address, the network, and whether a proxy on the way wants a sign-in.`,
    noRetry,
  );
}

/** The answer had begun, or was about to, and ended too early. */
export function brokenOff(base: URL): AppError {
  return modelError(
    "model-cut-off",
    `The answer from ${base.host} broke off before its end; check the connection and send the message again.`,
    retrySoon,
  );
}

/** Every error in the chain of causes, the outermost first. */
function causesOf(error: unknown): readonly Error[] {
  const chain: Error[] = [];
  for (let cause = error; cause instanceof Error && !chain.includes(cause); cause = cause.cause) {
    chain.push(cause);
    // Several addresses of one name were tried; the first one's reason stands for all.
    if (cause instanceof AggregateError) chain.push(...cause.errors.slice(0, 1));
  }
  return chain;
}

function codeOf(error: Error & { code?: unknown }): string {
  return typeof error.code === "string" ? error.code : error.message;
}
