import { AppError, messageOf } from "../../base/errors.ts";
import type { Redactor } from "../../base/redactor.ts";
import type { ServerConfig } from "../config/server-config.ts";
import type { LaunchContext } from "../connection/launch.ts";
import { CallTimeout } from "../connection/session.ts";
import { startServer, type StartedServer } from "../connection/start-server.ts";
import { askForTools, type RawToolList } from "./ask-for-tools.ts";
import { foldersOf } from "./folders-of.ts";

/** A list as it was told, and for which folders the server was started then. */
export interface DiscoveredTools {
  readonly raw: RawToolList;
  readonly folders: readonly string[];
}

/**
 * Asks a server once for its tools: in a fresh folder that is gone afterwards, with a process that
 * serves nobody else (M5). Throws an `AppError` with the last lines of its stderr (M6).
 */
export async function discoverTools(
  config: ServerConfig,
  context: LaunchContext,
  onInstalling: (isInstalling: boolean) => void,
): Promise<DiscoveredTools> {
  const folder = context.supervisor.makeFolder();
  const folders = foldersOf(folder.path);
  const server = await startIn(folder, config, context, onInstalling);
  try {
    return { raw: await tellTools(config, server, context.redactor), folders };
  } finally {
    // Nobody waits for its end: some servers take long over it.
    void server.process.stop();
  }
}

async function startIn(
  folder: { readonly path: string; readonly release: () => void },
  config: ServerConfig,
  context: LaunchContext,
  onInstalling: (isInstalling: boolean) => void,
): Promise<StartedServer> {
  try {
    // It only tells its tools here: nothing has to be in order for that.
    const bare = { ...config, prepare: null };
    const server = await startServer(bare, folder.path, context, { onInstalling });
    void server.process.gone.then(folder.release);
    return server;
  } catch (error) {
    folder.release();
    throw error;
  }
}

async function tellTools(
  config: ServerConfig,
  { process, session }: StartedServer,
  redactor: Redactor,
): Promise<RawToolList> {
  const timeoutMs = config.startupTimeoutMs;
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    return await askForTools(session, { signal, timeoutMs });
  } catch (error) {
    if (error instanceof AppError) throw error;
    const late = `not within ${Math.round(timeoutMs / 1_000)} s`;
    const why = signal.aborted || error instanceof CallTimeout ? late : messageOf(error);
    const what = `The server "${config.name}" did not tell its tools: ${why}.`;
    // The server's own words may hold what it was given as a secret (M23).
    const words = redactor.text([what, ...process.stderrTail()].join("\n"));
    throw new AppError("discovery-failed", words);
  }
}
