import { onTestFinished } from "vitest";
import { silentLogger } from "../../src-main/base/logger.ts";
import { Redactor } from "../../src-main/base/redactor.ts";
import type { LaunchContext } from "../../src-main/mcp/connection/launch.ts";
import { ServerPool } from "../../src-main/mcp/connection/server-pool.ts";
import { Supervisor } from "../../src-main/process/supervisor.ts";
import { guardScript } from "./guard-script.ts";

export { guardScript };

/** What it takes to start servers; everything that was started is ended with the test. */
export function launchContext(
  options: {
    readonly redactor?: Redactor;
    readonly hostEnv?: NodeJS.ProcessEnv;
    /** How many servers may run at the same time. */
    readonly places?: number;
    readonly secrets?: Readonly<Record<string, string>>;
  } = {},
): LaunchContext {
  const redactor = options.redactor ?? new Redactor();
  const supervisor = new Supervisor({
    node: process.execPath,
    guardScript,
    redactor,
    logger: silentLogger,
  });
  onTestFinished(() => supervisor.stopAll());
  return {
    supervisor,
    hostEnv: options.hostEnv ?? process.env,
    searchPath: () => Promise.resolve((options.hostEnv ?? process.env)["PATH"] ?? ""),
    readSecret: (name) => Promise.resolve(options.secrets?.[name] ?? null),
    logger: silentLogger,
    redactor,
    appVersion: "0.0.0",
    pool: new ServerPool(options.places),
  };
}
