import { existsSync, realpathSync } from "node:fs";
import path from "node:path";
import type { InstalledBrowser } from "../../src-preload/model/settings.ts";

/** As on the command line of a Linux system. */
const COMMANDS = {
  "google-chrome-stable": "Google Chrome",
  "google-chrome": "Google Chrome",
  chromium: "Chromium",
  "chromium-browser": "Chromium",
  "microsoft-edge-stable": "Microsoft Edge",
  "microsoft-edge": "Microsoft Edge",
};

const MAC_PROGRAMS = {
  "Google Chrome.app/Contents/MacOS/Google Chrome": "Google Chrome",
  "Chromium.app/Contents/MacOS/Chromium": "Chromium",
  "Microsoft Edge.app/Contents/MacOS/Microsoft Edge": "Microsoft Edge",
};

const WINDOWS_PROGRAMS = {
  "Google/Chrome/Application/chrome.exe": "Google Chrome",
  "Chromium/Application/chrome.exe": "Chromium",
  "Microsoft/Edge/Application/msedge.exe": "Microsoft Edge",
};

export interface BrowserSearch {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  /** What the program prints for `--version`, or "unknown". */
  readonly versionOf: (executable: string) => Promise<string>;
}

/** Browsers of Chromium's family that this machine has, each once; nothing but their `--version` is started. */
export async function installedBrowsers(
  search: BrowserSearch,
): Promise<readonly InstalledBrowser[]> {
  const once = new Map<string, InstalledBrowser>();
  for (const candidate of candidates(search)) {
    if (!existsSync(candidate.executable)) continue;
    const file = realpathSync(candidate.executable);
    if (!once.has(file)) once.set(file, candidate);
  }
  return await Promise.all([...once.values()].map((each) => named(each, search)));
}

/** By its own word, which has the version in it. */
async function named(
  { executable, name }: InstalledBrowser,
  { versionOf }: BrowserSearch,
): Promise<InstalledBrowser> {
  const version = await versionOf(executable);
  const ownWord = version.split("\n")[0]?.trim() ?? "";
  return { executable, name: /\d/.test(ownWord) ? ownWord : name };
}

function candidates({ platform, env }: BrowserSearch): readonly InstalledBrowser[] {
  switch (platform) {
    case "darwin":
      return below(["/Applications", path.join(env["HOME"] ?? "/", "Applications")], MAC_PROGRAMS);
    case "win32":
      return below(
        [env["ProgramFiles"], env["ProgramFiles(x86)"], env["LOCALAPPDATA"]],
        WINDOWS_PROGRAMS,
      );
    default:
      return below((env["PATH"] ?? "").split(path.delimiter), COMMANDS);
  }
}

/** Program by program, so that a browser in the second folder does not come before a better one in the first. */
function below(
  folders: readonly (string | undefined)[],
  programs: Readonly<Record<string, string>>,
): readonly InstalledBrowser[] {
  const absolute = folders.filter((folder) => folder !== undefined && path.isAbsolute(folder));
  return Object.entries(programs).flatMap(([program, name]) =>
    absolute.map((folder) => ({ name, executable: path.join(folder ?? "", program) })),
  );
}
