import { inCheckout } from "../lib/checkout.mjs";
import { readJson } from "../lib/files.mjs";
import { npm } from "../lib/packages.mjs";
import { step } from "../lib/say.mjs";

/** Installs node_modules unless it holds just what package-lock.json asks for. */
export async function installDependencies() {
  if (await areInstalled()) return;
  await step("Dependencies: npm ci", () =>
    npm("ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"),
  );
}

/**
 * Goes by the record that npm writes into node_modules as the last thing it does: it is missing after
 * an installation that was cut short, and it is right too when somebody ran `npm ci` by hand.
 */
async function areInstalled() {
  const wanted = (await readJson(inCheckout("package-lock.json"))).packages;
  const installed = (await readJson(inCheckout("node_modules/.package-lock.json")))?.packages;
  return (
    installed !== undefined &&
    Object.entries(installed).every(([folder, entry]) => isSame(entry, wanted[folder])) &&
    Object.entries(wanted).every(
      ([folder, entry]) => folder in installed || mayBeAbsent(folder, entry),
    )
  );
}

function isSame(installed, wanted) {
  return installed.version === wanted?.version && installed.integrity === wanted.integrity;
}

/** The checkout itself is no package in node_modules, and an optional one may be for other machines. */
function mayBeAbsent(folder, entry) {
  return folder === "" || entry.optional === true;
}
