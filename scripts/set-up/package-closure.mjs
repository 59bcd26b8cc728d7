import { cp } from "node:fs/promises";
import path from "node:path";

import { checkout, inCheckout } from "../lib/checkout.mjs";
import { exists } from "../lib/files.mjs";
import { readManifest } from "../lib/packages.mjs";

/**
 * Copies a package of this checkout and all that it needs at run time into `target`/node_modules. Each
 * keeps its place, beside or inside another, so that Node resolves every version as it does here.
 */
export async function copyWithDependencies(packageName, target) {
  for (const folder of await closureOf(packageName)) {
    await cp(folder, path.join(target, path.relative(checkout, folder)), {
      recursive: true,
      filter: (file) => file !== path.join(folder, "node_modules"),
    });
  }
}

async function closureOf(packageName) {
  const found = new Set([inCheckout("node_modules", packageName)]);
  // A set also hands out what is added while it is walked.
  for (const folder of found) {
    for (const dependency of await dependenciesOf(folder)) found.add(dependency);
  }
  return found;
}

async function dependenciesOf(folder) {
  const { dependencies = {}, optionalDependencies = {} } = readManifest(folder);
  const resolved = [];
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const dependency = await resolveFrom(folder, name);
    if (dependency !== undefined) resolved.push(dependency);
    else if (!(name in optionalDependencies))
      throw new Error(`${folder} needs ${name}, which is missing.`);
  }
  return resolved;
}

/** Looks where Node would: in the package's own node_modules, then in those of the folders above. */
async function resolveFrom(folder, name) {
  for (let at = folder; ; at = path.dirname(at)) {
    const candidate = path.join(at, "node_modules", name);
    if (await exists(path.join(candidate, "package.json"))) return candidate;
    if (at === checkout) return undefined;
  }
}
