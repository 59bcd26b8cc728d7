import type { Failure } from "../../src-preload/model/failure.ts";
import { AppError, messageOf, toFailure } from "./errors.ts";

export type LogLevel = "debug" | "info" | "warn" | "error";

/** Where all words for the log go. What is written is redacted by the logger, not by its callers (M23). */
export type Logger = Readonly<Record<LogLevel, (message: string) => void>>;

/** A logger that hands each line to one function. */
export function loggerTo(write: (level: LogLevel, message: string) => void): Logger {
  return {
    debug: (message) => write("debug", message),
    info: (message) => write("info", message),
    warn: (message) => write("warn", message),
    error: (message) => write("error", message),
  };
}

/** What a person may see of any error; one of which they see nothing leaves its message in the log. */
export function toFailureLogged(error: unknown, logger: Logger): Failure {
  if (!(error instanceof AppError)) logger.error(`An unforeseen error: ${messageOf(error)}`);
  return toFailure(error);
}

export const silentLogger: Logger = loggerTo(() => {});
