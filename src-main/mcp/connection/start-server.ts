import { AppError, messageOf } from "../../base/errors.ts";
import { classifyFailure } from "../../process/failure-class.ts";
import type { ProcessExit, SupervisedProcess } from "../../process/supervised-process.ts";
import type { ServerConfig } from "../config/server-config.ts";
import { launchServer, type LaunchContext } from "./launch.ts";
import { FrameRecord } from "./frame-record.ts";
import { EXIT_FOLLOWS_MS } from "./process-transport.ts";
import { McpSession } from "./session.ts";
import { mayInstall, ServerPatience } from "./start-patience.ts";

export interface StartedServer {
  readonly process: SupervisedProcess;
  readonly session: McpSession;
}

export interface StartOptions {
  readonly onProcess?: (process: SupervisedProcess) => void;
  readonly onSession?: (session: McpSession) => Promise<void>;
  readonly record?: FrameRecord;
  /** It fetches what it runs, or does so no more (B3.2). */
  readonly onInstalling?: (isInstalling: boolean) => void;
}

/**
 * Starts a server's process and shakes hands with it. `onProcess` hears of the process before the
 * handshake, so that it can be shown and stopped; `onSession` is waited for after it. Throws an
 * `AppError` (`server-start-timeout`, `server-stopped`, `server-failed` or why it was not launched);
 * nothing of it runs then. Every frame goes into the record, which may hold those of processes before
 * this one.
 */
export async function startServer(
  config: ServerConfig,
  workspace: string,
  context: LaunchContext,
  { onProcess, onSession, onInstalling, record = new FrameRecord() }: StartOptions = {},
): Promise<StartedServer> {
  const process = await launchServer(config, workspace, context);
  onProcess?.(process);
  const patience = new ServerPatience({
    timeoutMs: config.startupTimeoutMs,
    mayInstall: mayInstall(config),
    process,
    onInstalling: (isInstalling) => onInstalling?.(isInstalling),
  });
  try {
    const session = await McpSession.open(process, { ...context, workspace, patience, record });
    patience.end();
    await onSession?.(session);
    if (process.asked) throw stoppedAtStart(process);
    return { process, session };
  } catch (error) {
    patience.end();
    const why = await endAfter(error, process);
    // The server's own words may hold what it was given as a secret (M23).
    throw new AppError(why.code, context.redactor.text(why.message));
  }
}

/** Ends what is left of a start that failed; returns the reason for the person. */
async function endAfter(error: unknown, process: SupervisedProcess): Promise<AppError> {
  if (process.asked) {
    await process.gone;
    return stoppedAtStart(process);
  }
  const isOwn = error instanceof AppError;
  const exit = isOwn ? null : await process.exitWithin(EXIT_FOLLOWS_MS);
  await process.stop();
  if (exit) return diedAtStart(process, exit);
  if (isOwn) return new AppError(error.code, withLastLines(error.message, process));
  const why = `The server "${process.name}" could not be used: ${ownWords(messageOf(error))}`;
  return new AppError("server-failed", withLastLines(why, process));
}

/** The SDK puts words of its own before the server's (M14). */
function ownWords(message: string): string {
  return message.replace(/^MCP error -?\d+: /, "");
}

function stoppedAtStart({ name }: SupervisedProcess): AppError {
  return new AppError("server-stopped", `The server "${name}" was stopped while it started.`);
}

/** An exit before the handshake is a failure whatever its code (M11). */
function diedAtStart(process: SupervisedProcess, exit: ProcessExit): AppError {
  const how = exit.signal ? `signal ${exit.signal}` : `code ${exit.code}`;
  const what = `The server "${process.name}" ended during its start with ${how}.`;
  return new AppError("server-failed", withLastLines(what, process));
}

/** Why a server did not work often stands on its stderr alone (M6). */
function withLastLines(sentence: string, process: SupervisedProcess): string {
  const said = process.stderrTail();
  const lines = said.length > 0 ? ["Its last lines:", ...said] : ["It wrote nothing to stderr."];
  const known = classifyFailure(said.join("\n"));
  const meaning = known ? [`${known.sentence} ${known.wayOut}`] : [];
  return [sentence, ...meaning, ...lines].join("\n");
}
