import path from "node:path";
import log from "electron-log/main.js";
import { loggerTo, type Logger } from "../base/logger.ts";
import type { Redactor } from "../base/redactor.ts";

/** The log turns over at this size, in bytes: days of ordinary use, and small enough to send. */
const MAX_LOG_BYTES = 5 * 1024 * 1024;

/** The app's log: one rotating file and the terminal, both redacted (M23, S38). */
export function openLog(data: string, redactor: Redactor): Logger {
  log.transports.file.resolvePathFn = () => path.join(data, "logs", "pilothouse.log");
  log.transports.file.maxSize = MAX_LOG_BYTES;
  log.transports.console.level = "info";
  return loggerTo((level, message) => log[level](redactor.text(message)));
}
