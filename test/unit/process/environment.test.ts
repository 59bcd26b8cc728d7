import { describe, expect, it } from "vitest";
import { childEnvironment } from "../../../src-main/process/environment.ts";

describe("the environment of a server (M18, S37)", () => {
  it("has what a program needs to run and nothing of the app's", () => {
    const host = {
      HOME: "/h",
      PATH: "/bin",
      HTTPS_PROXY: "p",
      OPENAI_API_KEY: "k",
      ELECTRON_RUN_AS_NODE: "1",
      NODE_OPTIONS: "-r x",
      PLAYWRIGHT_MCP_PORT: "1",
    };
    expect(childEnvironment(host, {}, "linux")).toEqual({
      HOME: "/h",
      PATH: "/bin",
      HTTPS_PROXY: "p",
    });
  });

  it("has everything that the entry itself gives", () => {
    expect(childEnvironment({}, { OPENAI_API_KEY: "k" }, "linux")).toEqual({ OPENAI_API_KEY: "k" });
  });

  it("knows Windows' names in any spelling", () => {
    expect(childEnvironment({ Path: "c", SystemRoot: "r" }, {}, "win32")).toEqual({
      Path: "c",
      SystemRoot: "r",
    });
  });
});
