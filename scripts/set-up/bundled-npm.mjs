import { chmod, mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";

import { run } from "../lib/commands.mjs";
import { exists, makeWhole, readJson } from "../lib/files.mjs";
import { pinnedPackageFor, unpackPinned } from "./pinned-package.mjs";

const isWindows = process.platform === "win32";

/** Where Node's own installers have these, so that the folder of `node` has `npm` and `npx` too. */
const npmInNode = isWindows ? "node_modules/npm" : "lib/node_modules/npm";
const launchersInNode = isWindows ? "." : "bin";
const nodeInNode = isWindows ? "node.exe" : "bin/node";

/** What runs; the manuals, a quarter of the package, are of no use to a server. */
const FILES = ["LICENSE", "bin", "index.js", "lib", "node_modules", "package.json"];

/**
 * npm's settings below all others. What a person installs for all their projects goes to their own folder,
 * as this one has to stay as it is; and a server's start is no time to ask for news.
 */
const SETTINGS = [
  isWindows ? "prefix=${APPDATA}\\npm" : "prefix=${HOME}/.local",
  "update-notifier=false",
  "",
].join("\n");

/** Whether the runtime's Node folder has npm as it is pinned, and the programs that start it. */
export async function hasNpm(nodeFolder) {
  const { version } = await pinnedPackageFor("npm");
  const installed = await readJson(path.join(nodeFolder, npmInNode, "package.json"));
  if (installed?.version !== version) return false;
  const there = await Promise.all(["npm", "npx"].map((name) => exists(launcher(nodeFolder, name))));
  return there.every(Boolean);
}

/** Puts npm beside the runtime's Node, for servers whose command is `npx` on a machine that has none. */
export async function placeNpm(nodeFolder) {
  const pinned = await pinnedPackageFor("npm");
  await mkdir(path.dirname(path.join(nodeFolder, npmInNode)), { recursive: true });
  await makeWhole(path.join(nodeFolder, npmInNode), async (aside) => {
    const unpacked = await unpackPinned(pinned, aside, FILES);
    await writeFile(path.join(unpacked, "npmrc"), SETTINGS);
    return unpacked;
  });
  for (const name of ["npm", "npx"]) await writeLauncher(nodeFolder, name);
  await checkThatItStarts(nodeFolder, pinned);
}

function launcher(nodeFolder, name) {
  return path.join(nodeFolder, launchersInNode, isWindows ? `${name}.cmd` : name);
}

/** Written beside its place and then put there, as what has a name here counts as whole. */
async function writeLauncher(nodeFolder, name) {
  const file = launcher(nodeFolder, name);
  await writeFile(`${file}.unfinished`, isWindows ? batchFile(name) : shellScript(name));
  await chmod(`${file}.unfinished`, 0o755);
  await rename(`${file}.unfinished`, file);
}

/** The system runs a script by its full path, so that `$0` has a folder; it needs no other program. */
function shellScript(name) {
  return `#!/bin/sh
# npm's own ${name}, run by the Node beside it.
here="\${0%/*}"
exec "$here/node" "$here/../${npmInNode}/bin/${name}-cli.js" "$@"
`;
}

function batchFile(name) {
  const script = path.win32.join(npmInNode, "bin", `${name}-cli.js`);
  return `@"%~dp0node.exe" "%~dp0${script}" %*\r\n`;
}

/** Only a start shows that nothing was left behind. */
async function checkThatItStarts(nodeFolder, { name, version }) {
  const cli = path.join(nodeFolder, npmInNode, "bin/npx-cli.js");
  const answer = await run(path.join(nodeFolder, nodeInNode), [cli, "--version"]);
  if (answer.trim() === version) return;
  throw new Error(`The runtime has ${name} ${answer.trim()}, not ${version}.`);
}
