import { AppError, messageOf } from "../../base/errors.ts";
import type { ServerConfig } from "../config/server-config.ts";
import type { LaunchContext } from "../connection/launch.ts";
import { startServer } from "../connection/start-server.ts";
import { readServerTool, type ServerTool } from "./tool.ts";

/**
 * Asks a server once for its tools: in a fresh folder that is gone afterwards, with a process that
 * serves nobody else (M5). Throws an `AppError` with the last lines of its stderr (M6).
 */
export async function discoverTools(
  config: ServerConfig,
  context: LaunchContext,
): Promise<readonly ServerTool[]> {
  const folder = context.supervisor.makeFolder();
  try {
    return await discoverIn(folder.path, config, context);
  } finally {
    folder.release();
  }
}

async function discoverIn(
  folder: string,
  config: ServerConfig,
  context: LaunchContext,
): Promise<readonly ServerTool[]> {
  const { process, session } = await startServer(config, folder, context);
  const timeoutMs = config.startupTimeoutMs;
  try {
    const raw = await session.listTools({ signal: AbortSignal.timeout(timeoutMs), timeoutMs });
    return raw.map(readServerTool).filter((tool) => tool !== null);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const why = `The server "${config.name}" did not tell its tools: ${messageOf(error)}`;
    throw new AppError("discovery-failed", [why, ...process.stderrTail()].join("\n"));
  } finally {
    await process.stop();
  }
}
