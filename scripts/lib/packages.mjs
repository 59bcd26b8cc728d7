import { readFileSync } from "node:fs";
import path from "node:path";

import { checkout, inCheckout } from "./checkout.mjs";
import { run } from "./commands.mjs";

export function folderOf(packageName) {
  return inCheckout("node_modules", packageName);
}

/** The package.json in this folder, the checkout's own if none is named. */
export function readManifest(folder = checkout) {
  return JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
}

/** A command that a package brings, as a script for Node: this spares a shell, also on Windows. */
export function commandOf(packageName, command) {
  const folder = folderOf(packageName);
  return path.join(folder, readManifest(folder).bin[command]);
}

/** Runs npm in the checkout, so that the project's own settings hold. */
export async function npm(...args) {
  const npmThatRunsUs = process.env.npm_execpath;
  if (npmThatRunsUs?.endsWith(".js")) {
    return run(process.execPath, [npmThatRunsUs, ...args], { cwd: checkout });
  }
  return run("npm", args, { cwd: checkout, shell: process.platform === "win32" });
}
