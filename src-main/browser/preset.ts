import path from "node:path";
import { AppError } from "../base/errors.ts";
import {
  serverDefaults,
  WORKSPACE,
  type ServerConfig,
  type StartPlace,
} from "../mcp/config/server-config.ts";
import type { BrowserServer, RuntimeLocation } from "../runtime/locate-runtime.ts";
import { BROWSER_SERVER_VERSION } from "../runtime/pinned-version.ts";
import { OUTPUT_FOLDER } from "./output-folder.ts";
import { downloadNameArguments } from "./download-names.ts";
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

/**
 * How results tell: without code in the place of words, with whole paths, as other servers and the person do
 * not know from where the browser's would count (M22), and with the pictures in them (M21).
 */
const RESULTS = ["--codegen", "none", "--file-paths", "absolute", "--image-responses", "allow"];

/** Longer than other servers have: another program in its place may have to be downloaded first (M24). In milliseconds. */
const STARTUP_TIMEOUT_MS = 120_000;

/** The browser closes its windows and writes its profile before it ends; in milliseconds (M20). */
const CLOSE_BROWSER_MS = 15_000;

/** What the server calls the browser that is named by its executable, too. */
const CHROMIUM = "chromium";

export interface PresetOptions {
  readonly runtime: RuntimeLocation;
  /** The bundled server, which is there also where no browser is; null where it is missing. */
  readonly server: BrowserServer | null;
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
    comesWithApp: settings.command === null,
  };
  const refused = refusalOf(settings.extraArguments);
  if (refused) return { ...common, command: "node", args: [], unavailable: refused };
  const program = programOf(options);
  if (program === null) {
    const message = runtime.state === "ready" ? "" : runtime.reason;
    const unavailable = { code: "browser-not-installed", message };
    return { ...common, command: "node", args: [], unavailable };
  }
  const args = [...program.args, ...serverArguments(options)];
  return { ...common, command: program.command, args };
}

/** What is run; null where something of it is not installed. */
function programOf({ settings, runtime, server }: PresetOptions) {
  // One that the person chose and that is gone is not replaced by another without their word.
  if (runtime.state !== "ready" && settings.isBrowserChosen) return null;
  if (settings.command !== null) return { command: settings.command, args: [] };
  // What the environment names the server finds by itself.
  const named = settings.browser === null ? null : server;
  const parts = runtime.state === "ready" ? runtime : named;
  return parts && { command: parts.node, args: [parts.serverScript] };
}

/** The browser's program where it is the app's or the person's; null where the environment names another. */
function executableOf({ settings, runtime }: PresetOptions): string | null {
  const isNamed = settings.browser !== null && settings.browser !== CHROMIUM;
  return runtime.state === "ready" && !isNamed ? runtime.browserExecutable : null;
}

function toolsKeyOf({ command, browser, capabilities, extraArguments }: PresetSettings): string {
  return JSON.stringify([BROWSER_SERVER_VERSION, command, browser, capabilities, extraArguments]);
}

const isIsolated = ({ extraArguments }: PresetSettings) => extraArguments.includes("--isolated");

function environmentOf(options: PresetOptions): ServerConfig["env"] {
  const { runtime, settings, compileCache } = options;
  const noScreen = Object.fromEntries(SCREEN_VARIABLES.map((name) => [name, null]));
  const isOwn = runtime.state === "ready" && runtime.source === "own";
  const needsBrowsers = !isOwn || executableOf(options) === null;
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
  const output = path.join(workspace, OUTPUT_FOLDER);
  const own = hasInitPage(settings.extraArguments) ? [] : downloadNameArguments(temp, output);
  return [...configArguments(settings, options.headless, temp), ...own];
}

function serverArguments(options: PresetOptions): readonly string[] {
  const { settings, sandbox } = options;
  const executable = executableOf(options);
  const { viewport, capabilities } = settings;
  return [
    ...(options.headless ? ["--headless"] : []),
    "--browser",
    settings.browser ?? CHROMIUM,
    ...(executable === null ? [] : ["--executable-path", executable]),
    sandbox === "on" ? "--sandbox" : "--no-sandbox",
    "--output-dir",
    path.posix.join(WORKSPACE, OUTPUT_FOLDER),
    ...(isIsolated(settings)
      ? []
      : ["--user-data-dir", path.posix.join(WORKSPACE, PROFILE_FOLDER)]),
    "--no-webmcp",
    ...RESULTS,
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
export function presetLogLine(
  settings: PresetSettings,
  headless: boolean,
  runtime: RuntimeLocation,
): string {
  if (!settings.enabled) return "MCP: playwright disabled (set PLAYWRIGHT_ENABLED=true)";
  const window = headless ? "headless" : "headed";
  return `MCP: playwright enabled (${window}, ${browserName(settings, runtime)})`;
}

function browserName(settings: PresetSettings, runtime: RuntimeLocation): string {
  if (settings.browser !== null && settings.browser !== CHROMIUM) return settings.browser;
  if (runtime.state !== "ready" || runtime.source === "own") return CHROMIUM;
  return runtime.browserExecutable;
}
