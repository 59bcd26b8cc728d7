import { rm } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { run } from "../lib/commands.mjs";
import { commandOf, folderOf } from "../lib/packages.mjs";
import { megabytes, step } from "../lib/say.mjs";

/** A line that brings nothing for so long will not bring 100 MB; a slow one that moves may go on. */
const NO_BYTES_LIMIT_MS = 10_000;

const requireFromElectron = createRequire(`${folderOf("electron")}/package.json`);

/** Imports a package that electron depends on, wherever npm has put it. */
export async function importFromElectron(packageName) {
  return import(pathToFileURL(requireFromElectron.resolve(packageName)).href);
}

/** Installs the official release. Says in a few words why that failed, or undefined when it did not. */
export async function downloadElectron(version) {
  try {
    await step(`Downloading Electron ${version}`, (showProgress) =>
      downloadToCache(version, showProgress),
    );
  } catch (error) {
    return error.cause?.message ?? error.message;
  }
  await clearAway("dist");
  await clearAway("path.txt");
  await step(`Unpacking Electron ${version}`, () =>
    run(process.execPath, [commandOf("electron", "install-electron")]),
  );
  return undefined;
}

/**
 * A link to the development Electron would be followed and the release unpacked on top of it. The text
 * file is written again when all is unpacked, so that it tells a whole Electron from half of one.
 */
async function clearAway(name) {
  await rm(path.join(folderOf("electron"), name), { recursive: true, force: true });
}

/** Electron's own installer has no limit of time, so it only gets to unpack what this has cached. */
async function downloadToCache(version, showProgress) {
  const { downloadArtifact } = await importFromElectron("@electron/get");
  const stalled = new AbortController();
  const limit = setTimeout(
    () => stalled.abort(new Error(`nothing arrived for ${NO_BYTES_LIMIT_MS / 1000} s`)),
    NO_BYTES_LIMIT_MS,
  );
  try {
    await downloadArtifact({
      version,
      artifactName: "electron",
      platform: process.platform,
      arch: process.arch,
      cacheRoot: process.env.electron_config_cache,
      checksums: requireFromElectron("./checksums.json"),
      downloadOptions: {
        quiet: true,
        signal: stalled.signal,
        getProgressCallback({ transferred }) {
          limit.refresh();
          showProgress(megabytes(transferred));
        },
      },
    });
  } finally {
    clearTimeout(limit);
  }
}
