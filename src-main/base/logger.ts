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

export const silentLogger: Logger = loggerTo(() => {});
