import path from "node:path";
import { AppError } from "../base/errors.ts";
import { serverDefaults, WORKSPACE, type ServerConfig } from "../mcp/config/server-config.ts";
import type { RuntimeLocation } from "../runtime/locate-runtime.ts";
import type { PresetSettings } from "./preset-settings.ts";
import { BROWSER_PROMPT } from "./prompt-section.ts";

export const BROWSER_SERVER = "playwright";

/** Where in the workspace the browser saves files by itself, and where its profile lies (M24). */
export const OUTPUT_FOLDER = "browser";
const PROFILE_FOLDER = ".pilothouse/browser-profile";

/** They would open a port for everybody on this machine (M24). */
const REFUSED = ["--port", "--host", "--allowed-hosts"];

/** The browser closes its windows and writes its profile before it ends; in milliseconds (M20). */
const CLOSE_BROWSER_MS = 15_000;

export interface PresetOptions {
  readonly runtime: RuntimeLocation;
  readonly settings: PresetSettings;
  /** As the conversation has it. */
  readonly headless: boolean;
  /** Off only by an explicit setting, never by itself (M24). */
  readonly sandbox: "on" | "off";
  /** Where Node keeps compiled code between starts, which saves a fifth of each. */
  readonly compileCache: string;
}

/** The browser server as one server entry (M24). Throws an `AppError` `preset-argument-refused`. */
export function browserPreset(options: PresetOptions): ServerConfig {
  const { runtime, settings } = options;
  refusePorts(settings.extraArguments);
  const common = {
    ...serverDefaults,
    name: BROWSER_SERVER,
    enabled: settings.enabled,
    env: { NODE_COMPILE_CACHE: options.compileCache },
    graces: { ...serverDefaults.graces, afterStdinEnd: CLOSE_BROWSER_MS },
    promptSection: BROWSER_PROMPT,
    // A browser that is only cut off loses the cookies of its last seconds.
    farewellTool: "browser_close",
    isBrowser: true,
  };
  if (runtime.state === "not-installed") {
    const unavailable = { code: "browser-not-installed", message: runtime.reason };
    return { ...common, command: "node", args: [], unavailable };
  }
  const args = serverArguments(options, runtime.browserExecutable);
  if (settings.command) return { ...common, command: settings.command, args };
  return { ...common, command: runtime.node, args: [runtime.serverScript, ...args] };
}

function serverArguments(
  { settings, headless, sandbox }: PresetOptions,
  executable: string,
): readonly string[] {
  const isolated = settings.extraArguments.includes("--isolated");
  return [
    ...((settings.headless ?? headless) ? ["--headless"] : []),
    "--browser",
    settings.browser,
    "--executable-path",
    executable,
    sandbox === "on" ? "--sandbox" : "--no-sandbox",
    "--output-dir",
    path.posix.join(WORKSPACE, OUTPUT_FOLDER),
    ...(isolated ? [] : ["--user-data-dir", path.posix.join(WORKSPACE, PROFILE_FOLDER)]),
    "--no-webmcp",
    ...settings.extraArguments,
  ];
}

function refusePorts(args: readonly string[]): void {
  const refused = args.find((arg) => REFUSED.includes(arg.split("=")[0] ?? arg));
  if (!refused) return;
  throw new AppError(
    "preset-argument-refused",
    `The browser server's extra argument ${refused} is refused: it would open a port on this machine. Take it out of PLAYWRIGHT_EXTRA_ARGS or the settings.`,
  );
}

/** The line that the log has about it at each start (M24). */
export function presetLogLine(settings: PresetSettings, headless: boolean): string {
  if (!settings.enabled) return "MCP: playwright disabled (set PLAYWRIGHT_ENABLED=true)";
  const window = (settings.headless ?? headless) ? "headless" : "headed";
  return `MCP: playwright enabled (${window}, ${settings.browser})`;
}
