import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import {
  browserPreset,
  presetLogLine,
  type PresetOptions,
} from "../../../src-main/browser/preset.ts";
import { presetSettingsFrom } from "../../../src-main/browser/preset-settings.ts";
import { splitArguments } from "../../../src-main/browser/split-arguments.ts";
import { BROWSER_SERVER_VERSION } from "../../../src-main/runtime/pinned-version.ts";

const runtime: PresetOptions["runtime"] = {
  state: "ready",
  version: BROWSER_SERVER_VERSION,
  node: "/r/node",
  serverScript: "/r/cli.js",
  browserExecutable: "/r/chrome",
};
const preset = (environment: NodeJS.ProcessEnv, parts: Partial<PresetOptions> = {}) =>
  browserPreset({
    runtime,
    settings: presetSettingsFrom(environment),
    headless: true,
    sandbox: "on",
    compileCache: "/cache",
    ...parts,
  });

describe("the browser server's preset (M24)", () => {
  it("runs the bundled server by the bundled Node, with profile and output in the workspace", () => {
    const { command, args, cwd } = preset({});
    expect([command, ...args]).toEqual([
      "/r/node",
      "/r/cli.js",
      "--headless",
      ...["--browser", "chromium", "--executable-path", "/r/chrome", "--sandbox"],
      ...["--output-dir", "${workspace}/browser"],
      ...["--user-data-dir", "${workspace}/.pilothouse/browser-profile", "--no-webmcp"],
    ]);
    expect(cwd).toBe("${workspace}");
  });

  it("never switches the sandbox off by itself", () => {
    expect(preset({}).args).not.toContain("--no-sandbox");
    expect(preset({}, { sandbox: "off" }).args).toContain("--no-sandbox");
  });

  it("shows a window where the conversation says so, unless the environment says otherwise", () => {
    expect(preset({}, { headless: false }).args).not.toContain("--headless");
    expect(preset({ PLAYWRIGHT_HEADLESS: "true" }, { headless: false }).args).toContain(
      "--headless",
    );
  });

  it("drops the profile when it is asked to be isolated", () => {
    expect(preset({ PLAYWRIGHT_EXTRA_ARGS: "--isolated" }).args).not.toContain("--user-data-dir");
  });

  it("takes extra arguments split as a shell does, and refuses the ones that open a port", () => {
    const { args } = preset({ PLAYWRIGHT_EXTRA_ARGS: `--device "iPhone 15"` });
    expect(args.slice(-2)).toEqual(["--device", "iPhone 15"]);
    expect(() => preset({ PLAYWRIGHT_EXTRA_ARGS: "--port=1" })).toThrow(/--port=1 is refused/);
  });

  it("cannot be started, and says why, while something of it is not installed", () => {
    const missing = { state: "not-installed", version: "1", reason: "Set it up." } as const;
    expect(preset({}, { runtime: missing }).unavailable?.message).toBe("Set it up.");
  });

  it("counts an empty variable as unset", () => {
    expect(presetSettingsFrom({ PLAYWRIGHT_ENABLED: "", PLAYWRIGHT_BROWSER: " " })).toMatchObject({
      enabled: true,
      browser: "chromium",
    });
  });

  it("has a line for the log that says how it is on, or how to turn it on", () => {
    expect(presetLogLine(presetSettingsFrom({}), true)).toBe(
      "MCP: playwright enabled (headless, chromium)",
    );
    expect(presetLogLine(presetSettingsFrom({ PLAYWRIGHT_ENABLED: "false" }), true)).toContain(
      "disabled",
    );
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
