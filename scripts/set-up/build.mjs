import { createHash } from "node:crypto";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import path from "node:path";

import { checkout, inCheckout } from "../lib/checkout.mjs";
import { run } from "../lib/commands.mjs";
import { readJson, writeJson } from "../lib/files.mjs";
import { commandOf } from "../lib/packages.mjs";
import { step } from "../lib/say.mjs";

const stamp = inCheckout("dist/built-from.json");

const OUTPUTS = ["dist/main/main.js", "dist/preload/preload.cjs", "dist/renderer/index.html"];

const FILES_BESIDE_SOURCES = ["package-lock.json", "tsconfig.json", "vite.config.ts"];

/** Builds main, preload and renderer, unless dist was built from just what lies here now. */
export async function buildApp() {
  const sources = await fingerprint();
  if (await isBuiltFrom(sources)) return;
  await rm(stamp, { force: true });
  await step("Building the app", () =>
    run(process.execPath, [commandOf("vite", "vite"), "build", "--app", "--logLevel", "warn"], {
      cwd: checkout,
    }),
  );
  await writeJson(stamp, { sources });
}

/** Content and not dates, as a checkout of another branch and back changes only the dates. */
async function fingerprint() {
  const hash = createHash("sha256");
  for (const file of await sourceFiles()) {
    hash.update(`${file}\0`).update(await readFile(inCheckout(file)));
  }
  return hash.digest("hex");
}

async function sourceFiles() {
  const names = await readdir(checkout);
  const folders = names.filter((name) => name.startsWith("src-"));
  const files = await Promise.all(folders.map(filesBelow));
  return [...files.flat(), ...FILES_BESIDE_SOURCES].sort();
}

async function filesBelow(folder) {
  const entries = await readdir(inCheckout(folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(checkout, path.join(entry.parentPath, entry.name)));
}

/** The stamp is written last; outputs newer than it come from a build by hand of who knows what. */
async function isBuiltFrom(sources) {
  if ((await readJson(stamp))?.sources !== sources) return false;
  const stampedAt = await changedAt(stamp);
  const outputTimes = await Promise.all(OUTPUTS.map((file) => changedAt(inCheckout(file))));
  return outputTimes.every((time) => time <= stampedAt);
}

/** A file that is not there counts as changed at a time that is still to come. */
async function changedAt(file) {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => Infinity,
  );
}
