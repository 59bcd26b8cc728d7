import { onTestFinished } from "vitest";
import { silentLogger } from "../../src-main/base/logger.ts";
import { Redactor } from "../../src-main/base/redactor.ts";
import type { LaunchContext } from "../../src-main/mcp/connection/launch.ts";
import { Supervisor } from "../../src-main/process/supervisor.ts";
import { guardScript } from "./guard-script.ts";

export { guardScript };

/** What it takes to start servers; everything that was started is ended with the test. */
export function launchContext(
  options: { readonly redactor?: Redactor; readonly hostEnv?: NodeJS.ProcessEnv } = {},
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
    logger: silentLogger,
    redactor,
    appVersion: "0.0.0",
  };
}
