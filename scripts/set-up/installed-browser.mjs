import path from "node:path";

import { onPath } from "../lib/commands.mjs";
import { exists } from "../lib/files.mjs";

const COMMANDS = [
  "google-chrome-stable",
  "google-chrome",
  "chromium",
  "chromium-browser",
  "microsoft-edge-stable",
  "microsoft-edge",
];

const MAC_PROGRAMS = [
  "Google Chrome.app/Contents/MacOS/Google Chrome",
  "Chromium.app/Contents/MacOS/Chromium",
  "Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
];

const WINDOWS_PROGRAMS = [
  "Google/Chrome/Application/chrome.exe",
  "Chromium/Application/chrome.exe",
  "Microsoft/Edge/Application/msedge.exe",
];

/** The executable of a browser of Chromium's family that this machine has, or undefined. */
export async function findBrowser() {
  for (const candidate of candidates()) {
    if (await exists(candidate)) return candidate;
  }
  return undefined;
}

function candidates() {
  if (process.platform === "darwin") {
    return everyPairOf(["/Applications", `${process.env.HOME}/Applications`], MAC_PROGRAMS);
  }
  if (process.platform === "win32") {
    const { LOCALAPPDATA, ProgramFiles, "ProgramFiles(x86)": programFiles32 } = process.env;
    return everyPairOf(
      [ProgramFiles, programFiles32, LOCALAPPDATA].filter(Boolean),
      WINDOWS_PROGRAMS,
    );
  }
  return COMMANDS.map(onPath).filter(Boolean);
}

function everyPairOf(folders, programs) {
  return programs.flatMap((program) => folders.map((folder) => path.join(folder, program)));
}
