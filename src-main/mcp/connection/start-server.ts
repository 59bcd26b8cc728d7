import { AppError } from "../../base/errors.ts";
import type { ProcessExit, SupervisedProcess } from "../../process/supervised-process.ts";
import type { ServerConfig } from "../config/server-config.ts";
import { launchServer, type LaunchContext } from "./launch.ts";
import { McpSession } from "./session.ts";

export interface StartedServer {
  readonly process: SupervisedProcess;
  readonly session: McpSession;
}

/**
 * Starts a server's process and shakes hands with it. `onProcess` hears of the process before the
 * handshake, so that it can be shown and stopped. Throws an `AppError`; nothing of it runs then.
 */
export async function startServer(
  config: ServerConfig,
  workspace: string,
  context: LaunchContext,
  onProcess: (process: SupervisedProcess) => void = () => {},
): Promise<StartedServer> {
  const process = await launchServer(config, workspace, context);
  onProcess(process);
  try {
    const { appVersion } = context;
    const session = await Promise.race([
      McpSession.open(process, { workspace, appVersion, timeoutMs: config.startupTimeoutMs }),
      diesAtStart(process),
    ]);
    return { process, session };
  } catch (error) {
    const exit = await process.stop();
    throw error instanceof AppError ? error : diedAtStart(process, exit);
  }
}

/** An exit before the handshake is a failure whatever its code (M11). */
async function diesAtStart(process: SupervisedProcess): Promise<never> {
  throw diedAtStart(process, await process.exited);
}

function diedAtStart(process: SupervisedProcess, exit: ProcessExit): AppError {
  const how = exit.signal ? `signal ${exit.signal}` : `code ${exit.code}`;
  const said = process.stderrTail();
  const lines = said.length > 0 ? ["Its last lines:", ...said] : ["It wrote nothing to stderr."];
  return new AppError(
    "server-failed",
    [`The server "${process.name}" ended during its start with ${how}.`, ...lines].join("\n"),
  );
}
