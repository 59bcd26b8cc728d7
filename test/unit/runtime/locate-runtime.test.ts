import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
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

  it.each(["install.json", "node/bin/node", "pkg/node_modules/@playwright/mcp/cli.js"])(
    "cannot be used without %s, and says what to do",
    (file) => {
      const { root, folder } = install();
      rmSync(path.join(folder, file));
      const found = locate(root);
      expect(found).toMatchObject({ missing: "server" });
      expect("reason" in found && found.reason).toContain("Install Pilothouse again");
    },
  );

  it("is damaged when its Chromium is not where it should be, and names the build that is missing", () => {
    const { root, folder } = install("chromium/chromium-1200/chrome");
    expect(locate(root)).toMatchObject({ state: "damaged", missing: "browser" });
    expect(locate(root)).toMatchObject({
      reason: expect.stringContaining("chromium/chromium-1200/chrome is missing. Set it up again."),
    });
    expect(folder).toContain(BROWSER_SERVER_VERSION);
  });

  it("takes no browser from outside its folder, by dots or by a link", () => {
    const outside = path.join(tempFolder(), "chrome");
    writeFileSync(outside, "");
    expect(locate(install(outside).root).state).toBe("damaged");
    const linked = install("linked");
    symlinkSync(outside, path.join(linked.folder, "linked"));
    expect(locate(linked.root).state).toBe("damaged");
  });

  it("takes node and server from one folder and Chromium from another", () => {
    const resources = install(null);
    rmSync(path.join(resources.folder, "chromium"), { recursive: true });
    const data = install();
    rmSync(path.join(data.folder, "node"), { recursive: true });
    rmSync(path.join(data.folder, "pkg"), { recursive: true });
    const search = { roots: [resources.root, data.root], chosenBrowser: null };
    expect(locateRuntime(search)).toMatchObject({
      state: "ready",
      source: "own",
      node: path.join(resources.folder, "node/bin/node"),
      browserExecutable: path.join(data.folder, "chromium/chrome"),
    });
  });

  it("has an update when only an older version has a Chromium (B10.9)", () => {
    const { root, folder } = install();
    renameSync(folder, path.join(root, "0.0.9"));
    const server = install(null);
    const search = { roots: [server.root, root], chosenBrowser: null };
    expect(locateRuntime(search)).toMatchObject({ state: "update-available", installed: "0.0.9" });
  });

  it("never advises a command line (B10.9)", () => {
    const reasons = [locate(tempFolder()), locate(install(null).root), locate(install("no").root)];
    expect(JSON.stringify(reasons)).not.toMatch(/npx|npm/);
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
    expect(locate(install().root, chosen)).toMatchObject({
      browserExecutable: chosen,
      source: "chosen",
    });
  });

  it("says so when the browser that the person chose is gone, and takes no other", () => {
    const found = locate(install().root, "/nowhere/edge");
    expect(found).toMatchObject({ state: "not-installed" });
    expect("reason" in found && found.reason).toContain("you chose is not there any more");
  });
});
