import path from "node:path";

import { run } from "../lib/commands.mjs";
import { exists, readJson, writeJson } from "../lib/files.mjs";
import { say } from "../lib/say.mjs";
import { readRuntime, runtimeRoot } from "./browser-runtime.mjs";
import { findBrowser } from "./installed-browser.mjs";

const choiceFile = path.join(runtimeRoot, "browser-choice.json");

/** Whether there is a browser to drive: one in the runtime, or one that is installed. */
export async function hasBrowser() {
  return (await runtimeHasBrowser()) || (await findBrowser()) !== undefined;
}

/** Where the runtime has no browser of its own, settles on an installed one and records which. */
export async function chooseBrowser() {
  if ((await runtimeHasBrowser()) || (await isChosen())) return;
  const executable = await findBrowser();
  if (executable === undefined) return sayThatNoneWasFound();
  await writeJson(choiceFile, { executable, chosenBy: "set-up" });
  say(`Browser: ${executable}${await describe(executable)} will be driven.`);
}

/** On Linux it is among the things that the machine was said to lack. */
function sayThatNoneWasFound() {
  if (process.platform === "linux") return;
  say("No browser to drive was found. Install Chrome, Chromium or Edge and run this again.");
}

async function runtimeHasBrowser() {
  const executable = (await readRuntime())?.chromiumExecutable;
  return typeof executable === "string" && exists(executable);
}

async function isChosen() {
  const choice = await readJson(choiceFile);
  return choice !== undefined && exists(choice.executable);
}

/** On Windows the same switch opens a window instead of printing the version. */
async function describe(executable) {
  if (process.platform === "win32") return "";
  const version = await run(executable, ["--version"]);
  return ` (${version.trim()})`;
}
