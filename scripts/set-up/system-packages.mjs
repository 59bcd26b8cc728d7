import { failedLately, rememberFailure } from "../lib/recent-failures.mjs";
import { PlainError, say } from "../lib/say.mjs";
import { aptWasCutShort, availablePackages, hasApt, installPackages } from "./apt.mjs";
import { systemNeeds } from "./system-needs.mjs";

/** Installs what Linux lacks where we may do so, and otherwise says what to install. */
export async function installSystemPackages() {
  if (process.platform !== "linux") return;
  const lacking = (await aptWasCutShort()) ? systemNeeds : await unmetNeeds();
  if (lacking.length === 0) return;
  if (await isWorthATry(lacking)) await tryToInstall(lacking);
  await report(await unmetNeeds());
}

async function unmetNeeds() {
  const unmet = [];
  for (const need of systemNeeds) {
    if (!(await need.isMet())) unmet.push(need);
  }
  return unmet;
}

/** What the app can do without is not asked for at each start, where apt has just not had it. */
async function isWorthATry(needs) {
  if (process.getuid() !== 0 || !hasApt()) return false;
  return needs.some((need) => need.essential) || !(await failedLately("system-packages"));
}

/** What apt says of a failure is shown, but what is missing in the end decides whether it is one. */
async function tryToInstall(needs) {
  try {
    await installPackages(packagesFor(needs));
  } catch (error) {
    say(error.message);
  }
  if ((await unmetNeeds()).length > 0) await rememberFailure("system-packages");
}

async function report(needs) {
  if (needs.length === 0) return;
  const sentence = `This machine lacks ${needs.map((need) => need.what).join("; ")}. ${await wayOut(needs)}`;
  if (needs.some((need) => need.essential)) throw new PlainError(sentence);
  say(sentence);
}

async function wayOut(needs) {
  if (!hasApt()) return "Install that with your system's packages and run this again.";
  const packages = await availablePackages(packagesFor(needs));
  return packages.length === 0
    ? "Its package sources have nothing of that kind; install it by hand."
    : `As root: apt-get install --no-install-recommends ${packages.join(" ")}`;
}

function packagesFor(needs) {
  return needs.flatMap((need) => need.packages);
}
