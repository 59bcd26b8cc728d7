import path from "node:path";
import { AppError } from "../base/errors.ts";
import {
  serverDefaults,
  WORKSPACE,
  type ServerConfig,
  type StartPlace,
} from "../mcp/config/server-config.ts";
import type { RuntimeLocation } from "../runtime/locate-runtime.ts";
import { BROWSER_SERVER_VERSION } from "../runtime/pinned-version.ts";
import { OUTPUT_FOLDER } from "./output-folder.ts";
import { longNameArguments } from "./long-names.ts";
import { configArguments, hasInitPage } from "./preset-config-file.ts";
import type { PresetSettings } from "./preset-settings.ts";
import { PROFILE_FOLDER, prepareProfile, profileFolder } from "./profile.ts";
import type { ProcessLookup } from "./profile-lock.ts";
import { requireRoomForProfile } from "./profile-path.ts";
import { BROWSER_PROMPT } from "./prompt-section.ts";

export const BROWSER_SERVER = "playwright";

/** Closes the browser; the server stays, and its next call opens a new one. */
export const CLOSE_TOOL = "browser_close";

/** It can write files anywhere, so it is there only for who asks for it. */
const RUN_CODE_TOOL = "browser_run_code_unsafe";

/** By these a program finds a screen; a browser without a window needs none. */
const SCREEN_VARIABLES = [
  "DISPLAY",
  "WAYLAND_DISPLAY",
  "XAUTHORITY",
  "DBUS_SESSION_BUS_ADDRESS",
] as const;

/** They would open a port for everybody on this machine (M24). */
const REFUSED = ["--port", "--host", "--allowed-hosts"];

/** Longer than other servers have: another program in its place may have to be downloaded first (M24). In milliseconds. */
const STARTUP_TIMEOUT_MS = 120_000;

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
  readonly processes: ProcessLookup;
  /** Whether there is a screen on which a window can be shown. */
  readonly hasScreen: boolean;
}

/** The browser server as one server entry (M24); what keeps it from being started stands in it. */
export function browserPreset(options: PresetOptions): ServerConfig {
  const { runtime, settings } = options;
  const { headless } = options;
  const common = {
    ...serverDefaults,
    name: BROWSER_SERVER,
    enabled: settings.enabled,
    env: environmentOf(options),
    // Its window would go away under the person's hands (M9).
    idleTimeoutMs: headless ? serverDefaults.idleTimeoutMs : 0,
    // With a window or without, and by whatever browser: the tools are the same.
    toolsKey: toolsKeyOf(settings),
    hiddenTools: settings.runCode ? [] : [RUN_CODE_TOOL],
    prepare: (place: StartPlace) => prepareBrowser(options, place),
    startupTimeoutMs: STARTUP_TIMEOUT_MS,
    graces: { ...serverDefaults.graces, afterStdinEnd: CLOSE_BROWSER_MS },
    promptSection: BROWSER_PROMPT,
    // A browser that is only cut off loses the cookies of its last seconds.
    farewellTool: CLOSE_TOOL,
    isBrowser: true,
  };
  const refused = refusalOf(settings.extraArguments);
  if (refused) return { ...common, command: "node", args: [], unavailable: refused };
  if (runtime.state !== "ready") {
    const unavailable = { code: "browser-not-installed", message: runtime.reason };
    return { ...common, command: "node", args: [], unavailable };
  }
  const args = serverArguments(options, runtime.browserExecutable);
  if (settings.command) return { ...common, command: settings.command, args };
  return { ...common, command: runtime.node, args: [runtime.serverScript, ...args] };
}

function toolsKeyOf({ command, browser, capabilities, extraArguments }: PresetSettings): string {
  return JSON.stringify([BROWSER_SERVER_VERSION, command, browser, capabilities, extraArguments]);
}

const isIsolated = ({ extraArguments }: PresetSettings) => extraArguments.includes("--isolated");

function environmentOf(options: PresetOptions): ServerConfig["env"] {
  const { runtime, settings, compileCache } = options;
  const noScreen = Object.fromEntries(SCREEN_VARIABLES.map((name) => [name, null]));
  const needsBrowsers = runtime.state === "ready" && runtime.source !== "own";
  return {
    NODE_COMPILE_CACHE: compileCache,
    ...(options.headless ? noScreen : {}),
    ...(needsBrowsers && settings.browsersPath !== null
      ? { PLAYWRIGHT_BROWSERS_PATH: settings.browsersPath }
      : {}),
  };
}

/** Only Linux can be without a screen: elsewhere it belongs to the system. */
export function hasScreen(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): boolean {
  return platform !== "linux" || Boolean(environment["DISPLAY"] || environment["WAYLAND_DISPLAY"]);
}

/** Why the browser of this machine cannot be handed over to a person; null where it can. */
export function windowFault(
  environment: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
): AppError | null {
  if (hasScreen(environment, platform)) return null;
  return new AppError(
    "no-screen",
    "The browser cannot be handed to you: there is no screen here on which its window could show. It stays with the model. Start Pilothouse in a desktop session to have it.",
  );
}

/** The profile in order, and what the server takes from files alone. */
async function prepareBrowser(
  options: PresetOptions,
  { workspace, temp }: StartPlace,
): Promise<readonly string[]> {
  const { settings, processes } = options;
  if (!options.headless && !options.hasScreen) {
    throw new AppError(
      "no-screen",
      "The browser cannot show its window: there is no screen here. Switch it to work without a window, or start Pilothouse in a desktop session.",
    );
  }
  if (!isIsolated(settings)) {
    const profile = profileFolder(workspace);
    requireRoomForProfile(profile, process.platform);
    await prepareProfile(profile, processes);
  }
  const own = hasInitPage(settings.extraArguments) ? [] : longNameArguments(temp);
  return [...configArguments(settings, options.headless, temp), ...own];
}

function serverArguments(options: PresetOptions, executable: string): readonly string[] {
  const { settings, sandbox } = options;
  const { viewport, capabilities } = settings;
  return [
    ...(options.headless ? ["--headless"] : []),
    "--browser",
    settings.browser,
    "--executable-path",
    executable,
    sandbox === "on" ? "--sandbox" : "--no-sandbox",
    "--output-dir",
    path.posix.join(WORKSPACE, OUTPUT_FOLDER),
    ...(isIsolated(settings)
      ? []
      : ["--user-data-dir", path.posix.join(WORKSPACE, PROFILE_FOLDER)]),
    "--no-webmcp",
    ...(capabilities.length > 0 ? [`--caps=${capabilities.join(",")}`] : []),
    ...(viewport ? ["--viewport-size", `${viewport.width}x${viewport.height}`] : []),
    ...settings.extraArguments,
  ];
}

/** Throws an `AppError` `preset-argument-refused`. */
export function refusePorts(args: readonly string[]): void {
  const refused = refusalOf(args);
  if (refused) throw new AppError(refused.code, refused.message);
}

function refusalOf(args: readonly string[]): ServerConfig["unavailable"] {
  const refused = args.find((arg) => REFUSED.includes(arg.split("=")[0] ?? arg));
  if (!refused) return null;
  const message = `The browser server's extra argument ${refused} is refused: it would open a port on this machine. Take it out of PLAYWRIGHT_EXTRA_ARGS or the settings.`;
  return { code: "preset-argument-refused", message };
}

/** The line that the log has about it at each start (M24). */
export function presetLogLine(settings: PresetSettings, headless: boolean): string {
  if (!settings.enabled) return "MCP: playwright disabled (set PLAYWRIGHT_ENABLED=true)";
  const window = headless ? "headless" : "headed";
  return `MCP: playwright enabled (${window}, ${settings.browser})`;
}
