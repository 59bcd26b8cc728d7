import { AppError, messageOf } from "../../base/errors.ts";
import type { ServerConfig } from "../config/server-config.ts";
import type { LaunchContext } from "../connection/launch.ts";
import { CallTimeout } from "../connection/session.ts";
import { startServer, type StartedServer } from "../connection/start-server.ts";
import { readServerTool, type ServerTool } from "./tool.ts";

/**
 * Asks a server once for its tools: in a fresh folder that is gone afterwards, with a process that
 * serves nobody else (M5). Throws an `AppError` with the last lines of its stderr (M6).
 */
export async function discoverTools(
  config: ServerConfig,
  context: LaunchContext,
): Promise<readonly ServerTool[]> {
  const server = await startInFreshFolder(config, context);
  try {
    return await askForTools(config, server);
  } finally {
    // Nobody waits for its end: some servers take long over it.
    void server.process.stop();
  }
}

async function startInFreshFolder(
  config: ServerConfig,
  context: LaunchContext,
): Promise<StartedServer> {
  const folder = context.supervisor.makeFolder();
  try {
    // It only tells its tools here: nothing has to be in order for that.
    const server = await startServer({ ...config, prepare: null }, folder.path, context);
    void server.process.gone.then(folder.release);
    return server;
  } catch (error) {
    folder.release();
    throw error;
  }
}

async function askForTools(
  config: ServerConfig,
  { process, session }: StartedServer,
): Promise<readonly ServerTool[]> {
  const timeoutMs = config.startupTimeoutMs;
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const raw = await session.listTools({ signal, timeoutMs });
    return raw.map(readServerTool).filter((tool) => tool !== null);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const late = `not within ${Math.round(timeoutMs / 1_000)} s`;
    const why = signal.aborted || error instanceof CallTimeout ? late : messageOf(error);
    const what = `The server "${config.name}" did not tell its tools: ${why}.`;
    throw new AppError("discovery-failed", [what, ...process.stderrTail()].join("\n"));
  }
}
