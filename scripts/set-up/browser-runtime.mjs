import { mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";

import { inCheckout } from "../lib/checkout.mjs";
import { run } from "../lib/commands.mjs";
import { exists, makeWhole, readJson, writeJson } from "../lib/files.mjs";
import { readManifest } from "../lib/packages.mjs";
import { failedLately, rememberFailure } from "../lib/recent-failures.mjs";
import { PlainError, say, step } from "../lib/say.mjs";
import { hasNpm, placeNpm } from "./bundled-npm.mjs";
import { copyWithDependencies } from "./package-closure.mjs";
import { pinnedPackageFor, unpackPinned } from "./pinned-package.mjs";

const SERVER = "@playwright/mcp";

/** The app looks here too, in a development tree; each version of the server has a folder of its own. */
export const runtimeRoot = inCheckout("resources/runtime");

const isWindows = process.platform === "win32";
const nodeInPackage = isWindows ? "bin/node.exe" : "bin/node";
const nodeInRuntime = isWindows ? "node/node.exe" : "node/bin/node";

/** What the runtime says of itself, or undefined where there is none. */
export function readRuntime() {
  return readJson(path.join(runtimeFolder(), "install.json"));
}

const nodeFolder = (runtime) => path.join(runtime, "node");

function runtimeFolder() {
  return path.join(runtimeRoot, serverVersion());
}

/** The one place that pins it. */
function serverVersion() {
  return readManifest().dependencies[SERVER];
}

/** Makes the runtime that drives the browser: a Node of its own with npm, and the MCP server with all it needs. */
export async function installBrowserRuntime() {
  if ((await readRuntime()) === undefined) await makeRuntime();
  else if (!(await hasNpm(nodeFolder(runtimeFolder())))) await tryToAddNpm();
}

async function makeRuntime() {
  const node = await pinnedPackageFor("node");
  if (node === undefined) {
    throw new PlainError(`There is no Node to bundle for ${process.platform} on ${process.arch}.`);
  }
  await makeWhole(runtimeFolder(), async (aside) => {
    await placeNode(node, aside);
    await placeNpm(nodeFolder(aside));
    await step(`Browser runtime: ${SERVER} ${serverVersion()} with Node ${node.version}`, () =>
      placeServer(aside),
    );
    await writeJson(path.join(aside, "install.json"), {
      version: serverVersion(),
      chromiumExecutable: null,
    });
    return aside;
  });
}

/** To a runtime that was made before it had npm. The browser works without, so the app is not held up. */
async function tryToAddNpm() {
  if (await failedLately("npm")) return;
  try {
    await placeNpm(nodeFolder(runtimeFolder()));
  } catch (error) {
    await rememberFailure("npm");
    say(`${error.message}\nServers that are started with npx need one of this machine's for now.`);
  }
}

/** The licence goes with the program; the headers, half of the package, are of no use to us. */
async function placeNode(node, runtime) {
  const unpacked = await unpackPinned(node, runtime);
  await mkdir(path.dirname(path.join(runtime, nodeInRuntime)), { recursive: true });
  await rename(path.join(unpacked, nodeInPackage), path.join(runtime, nodeInRuntime));
  const licence = path.join(unpacked, "LICENSE");
  if (await exists(licence)) await rename(licence, path.join(runtime, "node/LICENSE"));
  await rm(unpacked, { recursive: true });
}

/** Copies the server and starts it once, as only that shows that nothing of it was left behind. */
async function placeServer(runtime) {
  const target = path.join(runtime, "pkg");
  await copyWithDependencies(SERVER, target);
  const cli = path.join(target, "node_modules", SERVER, "cli.js");
  const answer = await run(path.join(runtime, nodeInRuntime), [cli, "--version"]);
  if (!answer.includes(serverVersion())) {
    throw new Error(`The browser runtime has ${SERVER} ${answer.trim()}, not ${serverVersion()}.`);
  }
}
