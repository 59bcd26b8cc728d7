import { describe, expect, it } from "vitest";
import { classifyFailure } from "../../../src-main/process/failure-class.ts";

describe("the last words of a server that failed (M19)", () => {
  it.each([
    ["profile-locked", "Error: Browser is already in use for /x, use --isolated"],
    ["sandbox-unavailable", "[1:1:ERROR] No usable sandbox! Update your kernel"],
    ["sandbox-unavailable", "Running as root without --no-sandbox is not supported."],
    [
      "missing-library",
      "chrome: error while loading shared libraries: libnss3.so: cannot open shared object file",
    ],
    ["executable-not-found", "Failed to launch chromium because executable doesn't exist at /nope"],
    [
      "executable-not-found",
      "Chromium distribution 'chrome' is not found at /opt/google/chrome/chrome",
    ],
    ["module-not-found", "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'zod'"],
    ["module-not-found", "ModuleNotFoundError: No module named 'mcp'"],
    ["node-too-old", "npm error notsup Unsupported engine"],
    ["out-of-memory", "FATAL ERROR: JavaScript heap out of memory"],
    ["port-in-use", "Error: listen EADDRINUSE: address already in use 127.0.0.1:3000"],
    ["permission-denied", "Error: EACCES: permission denied, open '/etc/x'"],
  ])("tell of %s: %s", (wanted, words) => {
    const known = classifyFailure(`starting\n${words}\nbye`);
    expect(known?.class).toBe(wanted);
    expect(known?.wayOut).not.toBe("");
  });

  it("name the first line of a script whose program is in no folder of the PATH (B1.1)", () => {
    const known = classifyFailure("/usr/bin/env: \u2018fakenode\u2019: No such file or directory");
    expect(known?.class).toBe("executable-not-found");
    expect(known?.sentence).toContain("The first line of the server's script");
    expect(classifyFailure("open config.env: No such file or directory")).toBeNull();
  });

  it("say nothing that is known when they are of another kind", () => {
    expect(classifyFailure("Traceback: it is broken")).toBeNull();
  });

  it("never advise to switch the sandbox off (M24)", () => {
    expect(classifyFailure("No usable sandbox!")?.wayOut).not.toContain("--no-sandbox");
  });
});
