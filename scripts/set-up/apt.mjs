import { rm, writeFile } from "node:fs/promises";

import { inCheckout } from "../lib/checkout.mjs";
import { onPath, run } from "../lib/commands.mjs";
import { exists } from "../lib/files.mjs";
import { megabytes, step } from "../lib/say.mjs";

/** Another apt may be at work, such as the one that looks for updates by itself; it is soon done. */
const WAIT_FOR_OTHER_APT_S = 300;

/** Lies here while apt works: after a kill, a thing that is there may not have been configured yet. */
const cutShortMark = inCheckout(".cache/apt-was-cut-short");

export function hasApt() {
  return onPath("apt-get") !== undefined;
}

/** Whether a killed run has left packages that only look as if they were installed. */
export async function aptWasCutShort() {
  return exists(cutShortMark);
}

/** Installs Debian packages; a name may be a line of alternatives, as in "new-name | old-name". */
export async function installPackages(names) {
  await writeFile(cutShortMark, "");
  try {
    await step("System packages: apt-get update", () => unattended("apt-get", "update"));
    const available = await availablePackages(names);
    if (available.length === 0) return;
    const size = megabytes(await downloadSizeOf(available));
    await step(`System packages, ${size}: ${available.join(" ")}`, () => install(available));
  } finally {
    await rm(cutShortMark);
  }
}

/** Of each line of alternatives the first that this release has; nothing where it has none of them. */
export async function availablePackages(names) {
  const available = [];
  for (const alternatives of names) {
    for (const name of alternatives.split(" | ")) {
      if (!(await isAvailable(name))) continue;
      available.push(name);
      break;
    }
  }
  return available;
}

async function isAvailable(name) {
  return /Candidate: (?!\(none\))/.test(await unattended("apt-cache", "policy", name));
}

/** Each line of the answer has an address, a file name, the size in bytes and a checksum. */
async function downloadSizeOf(packages) {
  const answer = await unattended("apt-get", "--print-uris", ...installing(packages));
  const sizes = [...answer.matchAll(/^'\S+' \S+ (\d+) /gm)].map(([, size]) => Number(size));
  return sizes.reduce((total, size) => total + size, 0);
}

/** After a kill in the middle of its work dpkg wants to finish that first, which apt leaves to us. */
async function install(packages) {
  const command = ["apt-get", `-oDPkg::Lock::Timeout=${WAIT_FOR_OTHER_APT_S}`];
  try {
    await unattended(...command, ...installing(packages));
  } catch {
    await unattended("dpkg", "--configure", "-a");
    await unattended(...command, ...installing(packages));
  }
}

function installing(packages) {
  return ["install", "-y", "--no-install-recommends", ...packages];
}

/** Left alone, apt is asked to stop rather than killed: it then leaves less for dpkg to mend. */
function unattended(command, ...args) {
  return run(command, args, {
    whenOrphaned: "TERM",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive", LC_ALL: "C" },
  });
}
