import type { Logger } from "../../base/logger.ts";
import type { Redactor } from "../../base/redactor.ts";
import { childEnvironment, withPath } from "../../process/environment.ts";
import type { SupervisedProcess } from "../../process/supervised-process.ts";
import type { Supervisor } from "../../process/supervisor.ts";
import { expandServer } from "../config/expand.ts";
import type { ServerConfig } from "../config/server-config.ts";

export interface LaunchContext {
  readonly supervisor: Supervisor;
  /** The environment that the app itself was started with. */
  readonly hostEnv: NodeJS.ProcessEnv;
  /** The folders in which a server and its own children look for programs (M18). */
  readonly searchPath: () => Promise<string>;
  readonly logger: Logger;
  readonly redactor: Redactor;
  readonly appVersion: string;
  /** The longest line that is taken from a server, in bytes; absent, the default of the wire (M13). */
  readonly maxLineBytes?: number;
}

/** Starts a server's process in the workspace. Throws an `AppError` that says why it did not start. */
export async function launchServer(
  config: ServerConfig,
  workspace: string,
  context: LaunchContext,
): Promise<SupervisedProcess> {
  const server = expandServer(config, workspace, context.hostEnv);
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

function environmentOf(
  entries: Readonly<Record<string, string | null>>,
  temp: string,
  host: NodeJS.ProcessEnv,
): Readonly<Record<string, string>> {
  const inherited = childEnvironment(host, { TMPDIR: temp, TEMP: temp, TMP: temp });
  const merged: Record<string, string | null> = { ...inherited, ...entries };
  return Object.fromEntries(
    Object.entries(merged).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}
