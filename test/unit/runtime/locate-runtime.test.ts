import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { locateRuntime } from "../../../src-main/runtime/locate-runtime.ts";
import { BROWSER_SERVER_VERSION } from "../../../src-main/runtime/pinned-version.ts";
import { tempFolder } from "../../support/temp-folder.ts";

/** A runtime folder with everything in it; each part is an empty file. */
function install(chromiumExecutable: string | null = "chromium/chrome") {
  const root = tempFolder();
  const folder = path.join(root, BROWSER_SERVER_VERSION);
  const put = (file: string, content = "") => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), content);
  };
  put("install.json", JSON.stringify({ version: BROWSER_SERVER_VERSION, chromiumExecutable }));
  put("node/bin/node");
  put("pkg/node_modules/@playwright/mcp/cli.js");
  put("chromium/chrome");
  return { root, folder, put };
}
const locate = (root: string, chosenBrowser: string | null = null) =>
  locateRuntime({ roots: [root], chosenBrowser });

describe("the browser server's runtime (M25)", () => {
  it("is ready when node, server and browser are there", () => {
    const { root, folder } = install();
    expect(locate(root)).toMatchObject({
      state: "ready",
      node: path.join(folder, "node/bin/node"),
      browserExecutable: path.join(folder, "chromium/chrome"),
    });
  });

  it.each([
    "install.json",
    "node/bin/node",
    "pkg/node_modules/@playwright/mcp/cli.js",
    "chromium/chrome",
  ])("is not installed without %s, and says what to do", (file) => {
    const { root, folder } = install();
    rmSync(path.join(folder, file));
    const found = locate(root);
    expect(found.state).toBe("not-installed");
    expect(found.state === "not-installed" && found.reason).toMatch(/set.?up|Install/i);
  });

  it("takes no browser from outside its folder, by dots or by a link", () => {
    const outside = path.join(tempFolder(), "chrome");
    writeFileSync(outside, "");
    expect(locate(install(outside).root).state).toBe("not-installed");
    const linked = install("linked");
    symlinkSync(outside, path.join(linked.folder, "linked"));
    expect(locate(linked.root).state).toBe("not-installed");
  });

  it("takes the installed browser that set-up chose where it has none of its own", () => {
    const { root } = install(null);
    const chrome = path.join(tempFolder(), "chrome");
    writeFileSync(chrome, "");
    writeFileSync(path.join(root, "browser-choice.json"), JSON.stringify({ executable: chrome }));
    expect(locate(root)).toMatchObject({ state: "ready", browserExecutable: chrome });
  });

  it("takes the person's choice before any other", () => {
    const chosen = path.join(tempFolder(), "edge");
    writeFileSync(chosen, "");
    expect(locate(install().root, chosen)).toMatchObject({ browserExecutable: chosen });
  });
});
