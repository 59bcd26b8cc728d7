/**
 * Stands in for the loader that comes with an official Electron, as the development Electron has none:
 *
 *     electron [--require module]... [switches] <app> [arguments]
 */
import { readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { app } from "electron";

const requireFromHere = createRequire(path.join(process.cwd(), "any-name.js"));

/** Everything before the first bare word is for Electron, everything after it for the app. */
function readCommandLine(words) {
  const line = { version: false, modules: [], app: undefined };
  for (let at = 0; at < words.length && line.app === undefined; at += 1) {
    const word = words[at];
    if (word === "-v" || word === "--version") line.version = true;
    else if (word === "-r" || word === "--require") line.modules.push(words[(at += 1)]);
    else if (word.startsWith("--require=")) line.modules.push(word.slice("--require=".length));
    else if (word.startsWith("--app=")) line.app = word.slice("--app=".length);
    else if (!word.startsWith("-")) line.app = word;
  }
  return line;
}

function fail(message) {
  console.error(message);
  process.exit(1);
}

/** Gives Electron the app's name and version, as the official loader does, and returns its folder. */
function adoptManifest(folder) {
  const manifest = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  if (manifest.version) app.setVersion(manifest.version);
  app.name = manifest.productName ?? manifest.name ?? app.name;
  app.setDesktopName(manifest.desktopName ?? `${app.name}.desktop`);
  return folder;
}

function prepare(target) {
  try {
    const folder = statSync(target).isDirectory() ? adoptManifest(target) : undefined;
    const entry = requireFromHere.resolve(target);
    app.setAppPath(folder ?? path.dirname(entry));
    return entry;
  } catch (error) {
    return fail(`Cannot load the app at ${target}: ${error.message}`);
  }
}

const line = readCommandLine(process.argv.slice(1));
if (line.version) {
  console.log(`v${process.versions.electron}`);
  process.exit(0);
}
if (line.app === undefined) fail("Usage: electron [--require module] <app> [arguments]");

Object.defineProperty(process, "defaultApp", { value: true, enumerable: true });
for (const module of line.modules) requireFromHere(module);
// Awaiting it holds back `ready` until the app's main module has been evaluated.
await import(pathToFileURL(prepare(path.resolve(line.app))).href);
