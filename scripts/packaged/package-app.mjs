import { readFileSync, realpathSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";

import { checkout, inCheckout } from "../lib/checkout.mjs";
import { run } from "../lib/commands.mjs";
import { commandOf, folderOf } from "../lib/packages.mjs";

/** What the development Electron brings and a packaged app has no use for. */
const LEFTOVERS = ["resources/default_app.asar", "version"];

/** Packages the built app into a folder, with the Electron of this checkout; returns where its program is. */
export async function packageApp(folder) {
  const dist = realpathSync(path.join(folderOf("electron"), "dist"));
  const version = readFileSync(path.join(dist, "version"), "utf8").trim().replace(/^v/, "");
  await run(
    process.execPath,
    [
      commandOf("electron-builder", "electron-builder"),
      "--dir",
      `--config.directories.output=${folder}`,
      `--config.electronDist=${dist}`,
      `--config.electronVersion=${version}`,
    ],
    { cwd: checkout, env: { ...process.env, CI: "true" } },
  );
  const unpacked = path.join(folder, "linux-unpacked");
  for (const name of LEFTOVERS) await rm(path.join(unpacked, name), { force: true });
  return path.join(unpacked, "pilothouse");
}

export const browserChoice = inCheckout("resources", "runtime", "browser-choice.json");
