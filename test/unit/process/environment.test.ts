import { describe, expect, it } from "vitest";
import {
  childEnvironment,
  mergeEnvironment,
  pathOf,
  variableOf,
  withPath,
} from "../../../src-main/process/environment.ts";
import { inheritedVariables } from "../../../src-main/process/inherited-variables.ts";

const platforms = ["linux", "darwin", "win32"] as const;

/** What the app may have in its environment and no server may see. */
const NEVER = [
  ...["OPENAI_API_KEY", "ELECTRON_RUN_AS_NODE", "NODE_OPTIONS", "NODE_PATH", "LD_PRELOAD"],
  ...["PLAYWRIGHT_MCP_PORT", "PILOTHOUSE_PROCESS", "SSH_AUTH_SOCK", "GITHUB_TOKEN"],
];

describe("the environment of a server (M18, S37)", () => {
  it("has what a program needs to run and nothing of the app's", () => {
    const host = { HOME: "/h", PATH: "/bin", HTTPS_PROXY: "p", OPENAI_API_KEY: "k" };
    expect(childEnvironment(host, {}, "linux")).toEqual({
      HOME: "/h",
      PATH: "/bin",
      HTTPS_PROXY: "p",
    });
  });

  it.each(platforms)("has on %s what stands in its list, and nothing else (B1.4)", (platform) => {
    const listed = Object.keys(inheritedVariables(platform));
    const host = Object.fromEntries([...listed, ...NEVER].map((name) => [name, "x"]));
    const given = Object.keys(childEnvironment(host, {}, platform));
    expect(given.filter((name) => name in host).toSorted()).toEqual(listed.toSorted());
  });

  it.each(platforms)("has a reason for each name that it lets pass on %s", (platform) => {
    for (const reason of Object.values(inheritedVariables(platform))) {
      expect(reason).toMatch(/^\S.{10,}[^.]$/);
    }
  });

  it("has another list on each system", () => {
    const has = (platform: NodeJS.Platform, name: string) => name in inheritedVariables(platform);
    expect(platforms.filter((platform) => has(platform, "DISPLAY"))).toEqual(["linux"]);
    expect(platforms.filter((platform) => has(platform, "SYSTEMROOT"))).toEqual(["win32"]);
    expect(platforms.filter((platform) => has(platform, "https_proxy"))).toEqual([
      "linux",
      "darwin",
    ]);
    expect(platforms.filter((platform) => has(platform, "PATH"))).toEqual(platforms);
  });

  it("has everything that the entry itself gives", () => {
    expect(childEnvironment({}, { OPENAI_API_KEY: "k" }, "linux")).toEqual({ OPENAI_API_KEY: "k" });
  });

  it("keeps programs of the workspace from being taken for those of PATH on Windows", () => {
    const given = childEnvironment({ Path: "c", SystemRoot: "r" }, {}, "win32");
    expect(given).toEqual({ Path: "c", SystemRoot: "r", NoDefaultCurrentDirectoryInExePath: "1" });
  });
});

describe("names of variables", () => {
  it.each([
    [
      "the entry's wins over an inherited one of another spelling",
      { Path: "a" },
      { PATH: "b" },
      { PATH: "b" },
    ],
    ["so it does the other way round", { PATH: "a" }, { Path: "b" }, { Path: "b" }],
    ["of the entry's own two, the last wins", {}, { Path: "a", PATH: "b" }, { PATH: "b" }],
    ["of two inherited ones too", { PATH: "a", path: "b" }, {}, { path: "b" }],
    [
      "what is taken out goes in any spelling",
      { Display: "a", B: "b" },
      { DISPLAY: null },
      { B: "b" },
    ],
    ["what is not named stays", { A: "a" }, { B: "b" }, { A: "a", B: "b" }],
    ["letters beyond English have no case either", { Übung: "a" }, { ÜBUNG: "b" }, { ÜBUNG: "b" }],
  ])("have no case on Windows: %s", (_what, environment, changes, merged) => {
    expect(mergeEnvironment(environment, changes, "win32")).toEqual(merged);
  });

  it("have one elsewhere", () => {
    const merged = mergeEnvironment({ Path: "a", HOME: "h" }, { PATH: "b", home: null }, "linux");
    expect(merged).toEqual({ Path: "a", PATH: "b", HOME: "h" });
    expect(pathOf({ Path: "a", PATH: "b" }, "linux")).toBe("b");
    expect(pathOf({ Path: "a" }, "linux")).toBe("");
  });

  it("find their variable on Windows however it is spelled", () => {
    expect(pathOf({ Path: "a" }, "win32")).toBe("a");
    expect(variableOf({ ComSpec: "c" }, "COMSPEC", "win32")).toBe("c");
    expect(withPath({ Path: "a", B: "b" }, "p", "win32")).toEqual({ Path: "p", B: "b" });
    expect(withPath({ B: "b" }, "p", "win32")).toEqual({ PATH: "p", B: "b" });
  });
});
