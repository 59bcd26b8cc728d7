import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";

export async function exists(file) {
  return stat(file).then(
    () => true,
    () => false,
  );
}

/** The parsed file, or undefined where there is none or where it was cut off while being written. */
export async function readJson(file) {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    if (error.code === "ENOENT" || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Writes beside the file and then takes its name, so that a reader never meets half of it. */
export async function writeJson(file, value) {
  const aside = `${file}.unfinished`;
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(aside, `${JSON.stringify(value, null, 2)}\n`);
  await rename(aside, file);
}

/**
 * Makes a folder whole or not at all. `make` fills a folder that lies beside it, and returns it or a
 * folder inside it; only then does that one take the name. What a killed run left is thrown away.
 */
export async function makeWhole(folder, make) {
  const aside = `${folder}.unfinished`;
  await rm(aside, { recursive: true, force: true });
  await mkdir(aside, { recursive: true });
  try {
    const made = await make(aside);
    await rm(folder, { recursive: true, force: true });
    await rename(made, folder);
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}
