import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import {
  browserPreset,
  hasScreen,
  presetLogLine,
  windowFault,
  type PresetOptions,
} from "../../../src-main/browser/preset.ts";
import { presetSettingsFrom } from "../../../src-main/browser/preset-settings.ts";
import { splitArguments } from "../../../src-main/browser/split-arguments.ts";
import {
  defaultBrowserOptions,
  type BrowserOptions,
} from "../../../src-preload/model/browser-options.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { digestOf } from "../../../src-main/mcp/catalogue/kept-lists.ts";
import { BROWSER_SERVER_VERSION } from "../../../src-main/runtime/pinned-version.ts";

const runtime: PresetOptions["runtime"] = {
  state: "ready",
  version: BROWSER_SERVER_VERSION,
  node: "/r/node",
  serverScript: "/r/cli.js",
  browserExecutable: "/r/chrome",
  source: "own",
};
const nothingRuns: PresetOptions["processes"] = {
  withArgument: () => [],
  commandLineOf: () => "gone",
};
const preset = (environment: NodeJS.ProcessEnv, parts: Partial<PresetOptions> = {}) =>
  browserPreset({
    runtime,
    server: { node: "/r/node", serverScript: "/r/cli.js" },
    settings: presetSettingsFrom(environment),
    headless: true,
    sandbox: "on",
    compileCache: "/cache",
    processes: nothingRuns,
    hasScreen: true,
    ...parts,
  });

const withOptions = (options: Partial<BrowserOptions>, environment: NodeJS.ProcessEnv = {}) =>
  preset(
    {},
    { settings: presetSettingsFrom(environment, { ...defaultBrowserOptions, ...options }) },
  );

describe("the browser server's preset (M24)", () => {
  it("runs the bundled server by the bundled Node and drives the bundled Chromium, with profile and output in the workspace (B1.4, B10.9)", () => {
    const { command, args, cwd } = preset({});
    expect([command, ...args]).toEqual([
      "/r/node",
      "/r/cli.js",
      "--headless",
      ...["--browser", "chromium", "--executable-path", "/r/chrome", "--sandbox"],
      ...["--output-dir", "${workspace}/browser"],
      ...["--user-data-dir", "${workspace}/.pilothouse/browser-profile", "--no-webmcp"],
      ...["--codegen", "none", "--file-paths", "absolute", "--image-responses", "allow"],
    ]);
    expect(cwd).toBe("${workspace}");
  });

  it("never switches the sandbox off by itself", () => {
    expect(preset({}).args).not.toContain("--no-sandbox");
    expect(preset({}, { sandbox: "off" }).args).toContain("--no-sandbox");
  });

  it("shows a window where the conversation says so, whatever the environment says", () => {
    expect(preset({}, { headless: true }).args).toContain("--headless");
    const args = preset({ PLAYWRIGHT_HEADLESS: "true" }, { headless: false }).args;
    expect(args).not.toContain("--headless");
  });

  it("has 120 seconds for its start and as many for a call", () => {
    expect(preset({})).toMatchObject({ startupTimeoutMs: 120_000, callTimeoutMs: 120_000 });
  });

  it("is known to have the same tools with a window and without", () => {
    const headless = preset({}, { headless: true });
    expect(digestOf(preset({}, { headless: false }))).toBe(digestOf(headless));
    expect(digestOf(withOptions({ capabilities: ["pdf"] }))).not.toBe(digestOf(headless));
  });

  it("drops the profile when it is asked to be isolated", () => {
    expect(preset({ PLAYWRIGHT_EXTRA_ARGS: "--isolated" }).args).not.toContain("--user-data-dir");
  });

  it("runs another program with the same arguments when the environment names one", () => {
    const { command, args } = preset({ PLAYWRIGHT_COMMAND: "playwright-mcp" });
    expect(command).toBe("playwright-mcp");
    expect(args).toEqual(preset({}).args.slice(1));
  });

  it("takes extra arguments split as a shell does, and refuses the ones that open a port", () => {
    const { args } = preset({ PLAYWRIGHT_EXTRA_ARGS: `--device "iPhone 15"` });
    expect(args.slice(-2)).toEqual(["--device", "iPhone 15"]);
    const { unavailable } = preset({ PLAYWRIGHT_EXTRA_ARGS: "--port=1" });
    expect(unavailable?.message).toMatch(/--port=1 is refused/);
  });

  it("cannot be started, and says why, while something of it is not installed", () => {
    const missing = {
      state: "not-installed",
      version: "1",
      reason: "Set it up.",
      missing: "browser",
    } as const;
    expect(preset({}, { runtime: missing }).unavailable?.message).toBe("Set it up.");
  });

  it("drives the browser that the environment names, and not Chromium under its name", () => {
    const { args } = preset({ PLAYWRIGHT_BROWSER: "firefox" });
    expect(args).not.toContain("--executable-path");
    expect(args.slice(args.indexOf("--browser"), -1)).toContain("firefox");
    const own = preset({ PLAYWRIGHT_BROWSER: "chromium" });
    expect(own.args).toContain("/r/chrome");
  });

  it("needs no Chromium of the app's where the environment names a browser or a program", () => {
    const none = {
      state: "not-installed",
      version: "1",
      reason: "Set it up.",
      missing: "browser",
    } as const;
    const named = preset({ PLAYWRIGHT_BROWSER: "msedge" }, { runtime: none });
    expect(named).toMatchObject({ unavailable: null, command: "/r/node" });
    expect(named.args).not.toContain("--executable-path");
    const program = { PLAYWRIGHT_COMMAND: "mine", PLAYWRIGHT_BROWSERS_PATH: "/b" };
    expect(preset(program, { runtime: none, server: null })).toMatchObject({
      unavailable: null,
      command: "mine",
      env: { PLAYWRIGHT_BROWSERS_PATH: "/b" },
    });
    const broken = preset({ PLAYWRIGHT_BROWSER: "msedge" }, { runtime: none, server: null });
    expect(broken.unavailable?.message).toBe("Set it up.");
  });

  it("drives the browser that the person chose, whatever the environment names, and no other when it is gone", () => {
    const settings = presetSettingsFrom(
      { PLAYWRIGHT_BROWSER: "firefox", PLAYWRIGHT_COMMAND: "mine" },
      defaultBrowserOptions,
      true,
    );
    const chosen = preset({}, { settings, runtime: { ...runtime, source: "chosen" } });
    expect(chosen.args).toContain("/r/chrome");
    expect(chosen.args).not.toContain("firefox");
    const gone = {
      state: "not-installed",
      version: "1",
      reason: "It is gone.",
      missing: "browser",
    } as const;
    expect(preset({}, { settings, runtime: gone }).unavailable?.message).toBe("It is gone.");
  });

  it("is the app's own only as long as its own program is run (S42)", () => {
    expect(preset({})).toMatchObject({ isBrowser: true, comesWithApp: true });
    const foreign = preset({ PLAYWRIGHT_COMMAND: "mine" });
    expect(foreign).toMatchObject({ isBrowser: true, comesWithApp: false });
  });

  it("offers the groups of tools that are switched on, and code that runs anywhere only when it is", () => {
    const { args, hiddenTools } = withOptions({ capabilities: ["vision", "pdf"], runCode: true });
    expect(args).toContain("--caps=vision,pdf");
    expect(hiddenTools).toEqual([]);
    expect(preset({}).hiddenTools).toEqual(["browser_run_code_unsafe"]);
  });

  it("takes the extra arguments of the settings in the place of the environment's", () => {
    const environment = { PLAYWRIGHT_EXTRA_ARGS: "--mobile" };
    const { args } = withOptions({ extraArguments: ["--device", "iPhone 15"] }, environment);
    expect(args.slice(-2)).toEqual(["--device", "iPhone 15"]);
    expect(args).not.toContain("--mobile");
  });

  it("knows a screen only when it shows a window, and that window is never idle (M9)", () => {
    const hidden = preset({});
    expect(hidden.env).toMatchObject({ DISPLAY: null, WAYLAND_DISPLAY: null });
    expect(hidden.idleTimeoutMs).toBeGreaterThan(0);
    const shown = preset({}, { headless: false });
    expect(Object.keys(shown.env)).toEqual(["NODE_COMPILE_CACHE"]);
    expect(shown.idleTimeoutMs).toBe(0);
  });

  it("says so when there is no screen for its window, and starts nothing", async () => {
    const { prepare } = preset({}, { headless: false, hasScreen: false });
    const place = { workspace: tempFolder(), temp: tempFolder() };
    await expect(prepare?.(place)).rejects.toThrow(/no screen here/);
    expect([hasScreen({}, "linux"), hasScreen({}, "darwin")]).toEqual([false, true]);
    expect(hasScreen({ WAYLAND_DISPLAY: "wayland-0" }, "linux")).toBe(true);
  });

  it("can be handed to a person only where there is a screen", () => {
    expect(windowFault({}, "linux")).toMatchObject({ code: "no-screen" });
    expect([windowFault({ DISPLAY: ":0" }, "linux"), windowFault({}, "win32")]).toEqual([
      null,
      null,
    ]);
  });

  it("is told where Playwright keeps browsers only when the app has none of its own", () => {
    const environment = { PLAYWRIGHT_BROWSERS_PATH: "/browsers" };
    const installed = { ...runtime, source: "installed" } as const;
    expect(preset(environment).env).not.toHaveProperty("PLAYWRIGHT_BROWSERS_PATH");
    expect(preset(environment, { runtime: installed }).env).toMatchObject(environment);
  });

  it("hands locale and time zone over in a file, with what the person's own file says", async () => {
    const [workspace, temp] = [tempFolder(), tempFolder()];
    const own = path.join(temp, "own.json");
    writeFileSync(own, JSON.stringify({ browser: { launchOptions: { args: ["--x"] } } }));
    const extraArguments = ["--config", own];
    const { prepare } = withOptions({ locale: "de-AT", timeZone: "Europe/Vienna", extraArguments });
    const [name, file = ""] = (await prepare?.({ workspace, temp })) ?? [];
    expect(name).toBe("--config");
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
      browser: {
        launchOptions: { args: ["--x"], headless: true },
        contextOptions: { locale: "de-AT", timezoneId: "Europe/Vienna" },
      },
    });
    writeFileSync(own, "[ini]");
    await expect(prepare?.({ workspace, temp })).rejects.toThrow(/own.json is not a JSON object/);
  });

  it("prepares no profile when it is isolated", async () => {
    const [workspace, temp] = [tempFolder(), tempFolder()];
    const { prepare } = preset({ PLAYWRIGHT_EXTRA_ARGS: "--isolated" });
    await prepare?.({ workspace, temp });
    expect(readdirSync(workspace)).toEqual([]);
  });

  it("has names of downloads shortened, unless the person has a script for each page", async () => {
    const place = { workspace: tempFolder(), temp: tempFolder() };
    const own = path.join(place.temp, "own.json");
    writeFileSync(own, JSON.stringify({ browser: { initPage: ["/mine.cjs"] } }));
    const argumentsWith = async (...extraArguments: readonly string[]) =>
      await withOptions({ extraArguments }).prepare?.(place);
    expect(await argumentsWith()).toEqual(["--init-page", path.join(place.temp, "page.cjs")]);
    expect(await argumentsWith("--init-page=/mine.cjs")).toEqual([]);
    expect(await argumentsWith("--config", own)).toEqual([]);
  });

  it("counts an empty variable as unset", () => {
    expect(presetSettingsFrom({ PLAYWRIGHT_ENABLED: "", PLAYWRIGHT_BROWSER: " " })).toMatchObject({
      enabled: true,
      browser: null,
    });
  });

  it("has a line for the log that says how it is on, or how to turn it on", () => {
    const line = (environment: NodeJS.ProcessEnv, where: PresetOptions["runtime"] = runtime) =>
      presetLogLine(presetSettingsFrom(environment), true, where);
    expect(line({})).toBe("MCP: playwright enabled (headless, chromium)");
    expect(line({ PLAYWRIGHT_BROWSER: "firefox" })).toContain("(headless, firefox)");
    expect(line({}, { ...runtime, source: "chosen" })).toContain("(headless, /r/chrome)");
    expect(line({ PLAYWRIGHT_ENABLED: "false" })).toContain("disabled");
  });

  it("runs the version that the project depends on", () => {
    const file = path.resolve(import.meta.dirname, "../../../package.json");
    const { dependencies } = JSON.parse(readFileSync(file, "utf8")) as {
      dependencies: Record<string, string>;
    };
    expect(dependencies["@playwright/mcp"]).toBe(BROWSER_SERVER_VERSION);
  });
});

describe("splitting arguments as a shell does", () => {
  it.each([
    ["a  b", ["a", "b"]],
    [`a "b c" 'd "e"'`, ["a", "b c", 'd "e"']],
    [`a\\ b "c\\"d"`, ["a b", 'c"d']],
    [`--x="y z"`, ["--x=y z"]],
    [`''`, [""]],
    ["", []],
  ])("%s", (line, parts) => expect(splitArguments(line)).toEqual(parts));
});
