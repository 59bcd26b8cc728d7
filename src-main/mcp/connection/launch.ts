import type { Logger } from "../../base/logger.ts";
import type { Redactor } from "../../base/redactor.ts";
import { childEnvironment, mergeEnvironment, withPath } from "../../process/environment.ts";
import type { SupervisedProcess } from "../../process/supervised-process.ts";
import type { Supervisor } from "../../process/supervisor.ts";
import { expandServer, secretNamesIn, type SecretValues } from "../config/expand.ts";
import type { ServerConfig } from "../config/server-config.ts";
import type { ServerPool } from "./server-pool.ts";

export interface LaunchContext {
  readonly supervisor: Supervisor;
  /** The environment that the app itself was started with. */
  readonly hostEnv: NodeJS.ProcessEnv;
  /** The folders in which a server and its own children look for programs (M18). */
  readonly searchPath: () => Promise<string>;
  /** A secret that the person has kept for servers, by its name in `${secret:NAME}`; null when there is none. */
  readonly readSecret: (name: string) => Promise<string | null>;
  readonly logger: Logger;
  readonly redactor: Redactor;
  readonly appVersion: string;
  /** The places for running servers of the whole app. */
  readonly pool: ServerPool;
  /** Whose servers are started; absent, those of no conversation. */
  readonly conversationId?: string;
  /** The longest line that is taken from a server, in bytes; absent, the default of the wire (M13). */
  readonly maxLineBytes?: number;
  /** What a server may write in ten seconds, in bytes; absent, the default of the wire. */
  readonly maxOutputBytes?: number;
}

/** Starts a server's process in the workspace. Throws an `AppError` that says why it did not start. */
export async function launchServer(
  config: ServerConfig,
  workspace: string,
  context: LaunchContext,
): Promise<SupervisedProcess> {
  const { conversationId } = context;
  const secrets = await readSecrets(config, context);
  const server = expandServer(config, workspace, context.hostEnv, secrets);
  for (const warning of server.warnings) context.logger.warn(warning);
  // Before the server can say it: what it is given as a secret is hidden in all that it says (M23).
  for (const secret of server.secrets) context.redactor.add(secret);
  // Short, private and gone with the process: what a server leaves in its temp folder is nobody's.
  const temp = context.supervisor.makeFolder();
  try {
    const more = (await config.prepare?.({ workspace, temp: temp.path })) ?? [];
    const child = await context.supervisor.start(
      {
        name: config.name,
        command: server.command,
        args: [...server.args, ...more],
        cwd: server.cwd,
        env: environmentOf(
          server.env,
          temp.path,
          withPath(context.hostEnv, await context.searchPath()),
        ),
        graces: config.graces,
        ...(conversationId === undefined ? {} : { owner: { conversationId } }),
      },
      config.stderrLevel,
    );
    void child.gone.then(temp.release);
    return child;
  } catch (error) {
    temp.release();
    throw error;
  }
}

/** The values of the secrets that its entry names (M2). */
export async function readSecrets(
  config: ServerConfig,
  { readSecret }: LaunchContext,
): Promise<SecretValues> {
  const names = secretNamesIn(config);
  const values = await Promise.all(names.map(readSecret));
  const read = names.map((name, index) => [name, values[index]] as const);
  return new Map(read.filter((pair): pair is [string, string] => typeof pair[1] === "string"));
}

function environmentOf(
  entries: Readonly<Record<string, string | null>>,
  temp: string,
  host: NodeJS.ProcessEnv,
): Readonly<Record<string, string>> {
  const inherited = childEnvironment(host, { TMPDIR: temp, TEMP: temp, TMP: temp });
  return mergeEnvironment(inherited, entries);
}
