import { AppError, messageOf } from "../base/errors.ts";

/** The server answered, but not with the file. */
export class AnswerRefused extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`answered ${status}`);
    this.name = "AnswerRefused";
    this.status = status;
  }
}

/** Nothing came for longer than a living connection is silent. */
export class Stalled extends Error {
  readonly seconds: number;

  constructor(milliseconds: number) {
    super("stalled");
    this.name = "Stalled";
    this.seconds = Math.max(1, Math.round(milliseconds / 1_000));
  }
}

/** The connection ended before the file did. */
export class CutOff extends Error {
  constructor() {
    super("cut off");
    this.name = "CutOff";
  }
}

const KEPT = "What is here already is kept.";

/** The sentence for the person once nothing more is tried. */
export function downloadFailure(url: string, error: unknown): AppError {
  const { host } = new URL(url);
  const details = { cause: error };
  if (error instanceof AnswerRefused) {
    return new AppError(
      "download-refused",
      `Chromium could not be downloaded: ${host} answered ${error.status}. Try again later, or choose an installed browser.`,
      details,
    );
  }
  if (error instanceof Stalled) {
    return new AppError(
      "download-stalled",
      `${host} has sent nothing for ${error.seconds} s. ${KEPT} Resume when the connection is better.`,
      details,
    );
  }
  if (error instanceof CutOff) {
    return new AppError(
      "download-cut-off",
      `The connection to ${host} broke off again and again. ${KEPT} Resume when it is better.`,
      details,
    );
  }
  return new AppError(
    "download-unreachable",
    `${host} could not be reached (${shortReason(error)}). Check the connection or the proxy, then try again. ${KEPT}`,
    details,
  );
}

/** The code that the network gave, without the words around it. */
function shortReason(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const text = `${codeOf(cause) ?? ""} ${messageOf(cause)}`;
  return /\b(?:E[A-Z_]{4,}|ERR_[A-Z_]+|UND_ERR_[A-Z_]+)\b/.exec(text)?.[0] ?? "no answer";
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}
