import { homedir } from "node:os";
import path from "node:path";
import { variableOf } from "./environment.ts";

/**
 * Where runs write down what runs that have no data folder of their own to stay, as a command that asks
 * a server one thing: a folder of the person's, which every later run looks into.
 */
export function userJournals(
  environment: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): string {
  const system = platform === "win32" ? path.win32 : path.posix;
  return system.join(stateFolder(environment, platform, home), "processes");
}

function stateFolder(
  environment: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
  home: string,
): string {
  if (platform === "win32") {
    const local = variableOf(environment, "LOCALAPPDATA", platform);
    return path.win32.join(local ?? path.win32.join(home, "AppData", "Local"), "Pilothouse");
  }
  if (platform === "darwin") return path.posix.join(home, "Library/Application Support/Pilothouse");
  const state = environment["XDG_STATE_HOME"] ?? "";
  // The standard says that a relative one is to be passed over.
  const base = path.posix.isAbsolute(state) ? state : path.posix.join(home, ".local/state");
  return path.posix.join(base, "pilothouse");
}
