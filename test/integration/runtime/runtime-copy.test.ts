import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { placeRuntime } from "../../../src-main/app-runtime.ts";
import { loggerTo } from "../../../src-main/base/logger.ts";
import { Redactor } from "../../../src-main/base/redactor.ts";
import { Core } from "../../../src-main/core.ts";
import { freeBytes } from "../../../src-main/runtime/disk-space.ts";
import { locateServer } from "../../../src-main/runtime/locate-runtime.ts";
import { BROWSER_SERVER_VERSION } from "../../../src-main/runtime/pinned-version.ts";
import { copyRuntime, type RuntimeCopy } from "../../../src-main/runtime/runtime-copy.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { treeRuntime } from "./set-up-fixture.ts";

const dist = path.resolve(import.meta.dirname, "../../../dist/main");
const cli = "pkg/node_modules/@playwright/mcp/cli.js";

/** A small runtime in a place that goes away, with a guard of two files, and where it is to be copied to. */
function smallRuntime() {
  const away = tempFolder();
  const from = path.join(away, "runtime", BROWSER_SERVER_VERSION);
  const put = (file: string, content: string) => {
    mkdirSync(path.dirname(path.join(away, file)), { recursive: true });
    writeFileSync(path.join(away, file), content);
  };
  const inRuntime = (file: string, content: string) =>
    put(`runtime/${BROWSER_SERVER_VERSION}/${file}`, content);
  inRuntime(
    "install.json",
    JSON.stringify({ version: BROWSER_SERVER_VERSION, chromiumExecutable: null }),
  );
  inRuntime("node/bin/node", "#!/bin/sh\necho a node\n");
  chmodSync(path.join(from, "node/bin/node"), 0o755);
  inRuntime(cli, "the server");
  put("dist/guard.js", 'import { x } from "./assets/part.js";\n');
  put("dist/assets/part.js", 'import fs from "node:fs";\nexport const x = fs;\n');
  put("dist/main.js", "not the guard's");
  const log: string[] = [];
  const root = tempFolder();
  const copy: RuntimeCopy = {
    from,
    guardScript: path.join(away, "dist/guard.js"),
    to: path.join(root, BROWSER_SERVER_VERSION),
    appVersion: "1.0.0",
    freeBytes,
    logger: loggerTo((_level, message) => log.push(message)),
  };
  const read = (file: string) => readFileSync(path.join(copy.to, file), "utf8");
  return { copy, root, log, inRuntime, read };
}

describe("the copy of a runtime that goes away with the app (M25)", () => {
  it("holds node, server and the guard with what it imports, and is found as one", async () => {
    const { copy, root, read } = smallRuntime();
    await copyRuntime(copy);
    expect(locateServer([root])).toEqual({
      node: path.join(copy.to, "node/bin/node"),
      serverScript: path.join(copy.to, cli),
    });
    expect(execFileSync(path.join(copy.to, "node/bin/node"), { encoding: "utf8" })).toBe(
      "a node\n",
    );
    expect(read("guard/assets/part.js")).toContain("export const x");
    expect(readdirSync(path.join(copy.to, "guard")).toSorted()).toEqual(["assets", "guard.js"]);
    expect(readdirSync(root)).toEqual([BROWSER_SERVER_VERSION]);
  });

  it("is made once: the next start copies nothing", async () => {
    const { copy, log } = smallRuntime();
    await copyRuntime(copy);
    expect(log).toHaveLength(2);
    await copyRuntime(copy);
    expect(log).toHaveLength(2);
  });

  it("is made anew for another build, beside a Chromium that stays", async () => {
    const { copy, inRuntime, read } = smallRuntime();
    await copyRuntime(copy);
    const chromium = path.join(copy.to, "chromium/chrome");
    mkdirSync(path.dirname(chromium));
    writeFileSync(chromium, "");
    const install = {
      version: BROWSER_SERVER_VERSION,
      chromiumExecutable: "chromium/chrome",
      more: 1,
    };
    writeFileSync(path.join(copy.to, "install.json"), JSON.stringify(install));
    inRuntime("node/bin/node", "a newer node");
    await copyRuntime({ ...copy, appVersion: "1.0.1" });
    expect(read("node/bin/node")).toBe("a newer node");
    expect(JSON.parse(read("install.json"))).toEqual(install);
    expect(existsSync(chromium)).toBe(true);
  });

  it("joins a Chromium that was set up before it", async () => {
    const { copy, root } = smallRuntime();
    const chromium = path.join(copy.to, "chromium/chrome");
    mkdirSync(path.dirname(chromium), { recursive: true });
    writeFileSync(chromium, "");
    const install = { version: BROWSER_SERVER_VERSION, chromiumExecutable: "chromium/chrome" };
    writeFileSync(path.join(copy.to, "install.json"), JSON.stringify(install));
    await copyRuntime(copy);
    expect(locateServer([root])).not.toBeNull();
    expect(existsSync(chromium)).toBe(true);
  });

  it("is mended when a file of it is gone or was cut off", async () => {
    const { copy, read } = smallRuntime();
    await copyRuntime(copy);
    rmSync(path.join(copy.to, cli));
    await copyRuntime(copy);
    expect(read(cli)).toBe("the server");
    truncateSync(path.join(copy.to, "guard/guard.js"), 0);
    await copyRuntime(copy);
    expect(read("guard/guard.js")).toContain("import");
  });

  it("survives that two starts make it at once", async () => {
    const { copy, root, read } = smallRuntime();
    await Promise.all([copyRuntime(copy), copyRuntime(copy), copyRuntime(copy)]);
    expect(read(cli)).toBe("the server");
    await copyRuntime(copy);
    expect(readdirSync(root)).toEqual([BROWSER_SERVER_VERSION]);
  });

  it("is not begun without room for it, and says how much it needs", async () => {
    const { copy, root } = smallRuntime();
    const full = copyRuntime({ ...copy, freeBytes: () => Promise.resolve(1_000) });
    await expect(full).rejects.toThrow(/needs 50 MB, and 0 MB are free.*start Pilothouse again/);
    expect(readdirSync(root)).toEqual([]);
  });

  it("takes no link that leads out of it, and leaves nothing then", async () => {
    const { copy, root } = smallRuntime();
    symlinkSync("../../../../secret", path.join(copy.from, "pkg/out"));
    await expect(copyRuntime(copy)).rejects.toThrow(/not whole/);
    expect(readdirSync(root)).toEqual([]);
  });

  it("keeps links that stay inside", async () => {
    const { copy, read } = smallRuntime();
    symlinkSync("bin/node", path.join(copy.from, "node/link"));
    await copyRuntime(copy);
    expect(read("node/link")).toContain("a node");
  });
});

/** The app as an AppImage mounts it, with the real Node, server and guard. */
async function mountedApp(change: { readonly withRuntime?: boolean } = {}) {
  const mount = tempFolder();
  const resources = path.join(mount, "resources");
  mkdirSync(path.join(resources, "runtime"), { recursive: true });
  if (change.withRuntime !== false) {
    const version = path.join(treeRuntime, BROWSER_SERVER_VERSION);
    execFileSync("cp", ["-a", version, path.join(resources, "runtime")]);
  }
  execFileSync("cp", ["-a", dist, path.join(mount, "dist")]);
  const data = tempFolder();
  const log: string[] = [];
  const logger = loggerTo((_level, message) => log.push(message));
  const placed = await placeRuntime({
    places: { data, dist: path.join(mount, "dist"), resources, playwrightRoot: null },
    appVersion: "1.0.0",
    logger,
    env: { APPIMAGE: "/x.AppImage", APPDIR: mount },
    platform: "linux",
  });
  const core = new Core({
    data,
    runtimeRoots: placed.roots,
    guardScript: placed.guardScript,
    appVersion: "1.0.0",
    hostEnv: process.env,
    askLoginShell: false,
    redactor: new Redactor(),
    logger,
    clock: Date.now,
    sandbox: "off",
    mcpFile: null,
    preset: true,
    chosenBrowser: () => null,
  });
  onTestFinished(() => core.close());
  return { mount, data, placed, core, log };
}

describe("an AppImage (M25)", () => {
  it("starts guard and browser server that go on when its mount is gone", async () => {
    const { mount, data, placed, core } = await mountedApp();
    rmSync(mount, { recursive: true });
    expect(placed).toMatchObject({ roots: [path.join(data, "runtime")], notice: null });
    const server = locateServer(placed.roots);
    const child = await core.supervisor.start(
      {
        name: "server",
        command: server?.node ?? "",
        args: [server?.serverScript ?? "", "--version"],
        cwd: data,
        env: {},
        graces: { afterStdinEnd: 1_000, afterTerm: 1_000 },
      },
      "debug",
    );
    child.stdout.resume();
    expect((await child.exited).code).toBe(0);
    expect(programsOf(data)).toContain(placed.guardScript);
  });

  it("without its Node starts no server, and says why", async () => {
    const { placed, core, log } = await mountedApp({ withRuntime: false });
    expect(placed.guardScript).toBeNull();
    expect(placed.notice).toMatch(/not whole.*Download Pilothouse again/);
    expect(log.join("\n")).toContain("not whole");
    expect(core.runtime()).toMatchObject({ state: "not-installed", missing: "server" });
    const spec = {
      name: "mine",
      command: process.execPath,
      args: [],
      cwd: "/",
      env: {},
      graces: { afterStdinEnd: 0, afterTerm: 0 },
    };
    await expect(core.supervisor.start(spec, "debug")).rejects.toMatchObject({
      code: "no-guard",
      message: expect.stringContaining("Pilothouse's own Node is missing"),
    });
  });
});

/** What runs of the programs in the folder, as one text of command lines. */
function programsOf(folder: string): string {
  const all = execFileSync("ps", ["-axww", "-o", "args="], { encoding: "utf8" });
  return all
    .split("\n")
    .filter((line) => line.startsWith(folder))
    .join("\n");
}
