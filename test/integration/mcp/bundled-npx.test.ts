import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { serverDefaults } from "../../../src-main/mcp/config/server-config.ts";
import { ServerConnection } from "../../../src-main/mcp/connection/server-connection.ts";
import { searchPath } from "../../../src-main/process/search-path.ts";
import { locateNode } from "../../../src-main/runtime/locate-runtime.ts";
import { launchContext } from "../../support/launch-context.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const node = locateNode([path.join(root, "resources/runtime")]) ?? "";
const fixture = pathToFileURL(path.join(root, "test/fixtures/mcp-server/server.mjs")).href;

/** A package on this disk whose program is a server, and which notes what runs it. */
function serverPackage() {
  const folder = tempFolder();
  const ranBy = path.join(tempFolder(), "ran-by");
  const script = [
    "#!/usr/bin/env node",
    `import { writeFileSync } from "node:fs";`,
    `writeFileSync(${JSON.stringify(ranBy)}, JSON.stringify([process.execPath, ...process.argv.slice(2)]));`,
    `await import(${JSON.stringify(fixture)});`,
  ];
  writeFileSync(path.join(folder, "server.mjs"), script.join("\n"));
  chmodSync(path.join(folder, "server.mjs"), 0o755);
  const manifest = { name: "harbour", version: "1.0.0", bin: { "harbour-server": "server.mjs" } };
  writeFileSync(path.join(folder, "package.json"), JSON.stringify(manifest));
  return { folder, ranBy: () => JSON.parse(readFileSync(ranBy, "utf8")) as string[] };
}

/** The PATH of a machine on which nobody has installed Node: it has a shell and nothing else. */
function barePath(): string {
  const folder = tempFolder();
  symlinkSync("/bin/sh", path.join(folder, "sh"));
  return folder;
}

function connect(command: string, args: readonly string[], PATH = barePath()) {
  const hostEnv = { PATH, HOME: tempFolder() };
  const context = launchContext({ hostEnv });
  const { supervisor } = context;
  const find = searchPath({ environment: hostEnv, supervisor, askLoginShell: false, node });
  const config = { ...serverDefaults, name: "harbour", command, args };
  const connection = new ServerConnection(config, "c1", tempFolder(), {
    ...context,
    searchPath: find,
  });
  onTestFinished(() => connection.stop());
  const signal = new AbortController().signal;
  const echo = (text: string) =>
    connection.call("echo", { text }, { signal, onProgress: () => {} });
  return { echo, home: hostEnv.HOME };
}

describe("the bundled Node on a machine that has none (M18)", () => {
  it("runs a server whose command is npx, by npm's own npx and without a network", async () => {
    const { folder, ranBy } = serverPackage();
    const npx = ["--yes", "--offline", "--package", folder, "harbour-server"];
    const { echo, home } = connect("npx", [...npx, "a b", 'say "hi"']);
    expect(await echo("ahoy")).toMatchObject({ content: [{ type: "text", text: "ahoy" }] });
    expect(ranBy()).toEqual([node, "a b", 'say "hi"']);
    expect(existsSync(path.join(home, ".npm", "_npx"))).toBe(true);
  });

  it("runs a server whose command is node", async () => {
    const { folder, ranBy } = serverPackage();
    const { echo } = connect("node", [path.join(folder, "server.mjs")]);
    await echo("ahoy");
    expect(ranBy()).toEqual([node]);
  });

  it("steps back where the machine has an npx of its own", async () => {
    const own = barePath();
    const ownRan = path.join(own, "ran");
    const script = `#!/bin/sh\n: > "${ownRan}"\nexec "${node}" "${path.join(serverPackage().folder, "server.mjs")}"\n`;
    writeFileSync(path.join(own, "npx"), script);
    chmodSync(path.join(own, "npx"), 0o755);
    await connect("npx", [], own).echo("ahoy");
    expect(existsSync(ownRan)).toBe(true);
  });

  it("takes what is installed for all projects to the person's own folder, and stays as it is", async () => {
    const { folder } = serverPackage();
    const home = tempFolder();
    mkdirSync(path.join(home, ".local"));
    const { supervisor } = launchContext();
    const child = await supervisor.start(
      {
        name: "npm",
        command: path.join(path.dirname(node), "npm"),
        args: ["install", "--global", "--offline", folder],
        cwd: home,
        env: { PATH: barePath(), HOME: home },
        graces: serverDefaults.graces,
      },
      "debug",
    );
    child.stdin.end();
    child.stdout.resume();
    expect(await child.exited).toMatchObject({ code: 0 });
    expect(existsSync(path.join(home, ".local/bin/harbour-server"))).toBe(true);
  });
});
