import type { Failure } from "../../../src-preload/model/failure.ts";
import type { KnownFailure } from "../../process/failure-class.ts";
import type { ServerConfig } from "../config/server-config.ts";
import { firstLine } from "./first-line.ts";

/** What to do about failures that the app itself found, by their codes. */
const byCode: Readonly<Record<string, string>> = {
  "variable-unset": "Set the variable that is missing, or take it out of the server's entry.",
  "command-not-found":
    "Install the program, or write its full path as the command of the server's entry.",
  "command-not-executable":
    "Allow the file to be run (chmod +x), or write the program that runs it as the command.",
  "interpreter-not-found":
    "Install what runs the program, or write another as the command and the program as its first argument.",
  "folder-not-usable": "Allow the folder for your user, or change “cwd” in the server's entry.",
  "folder-not-found": "Make the folder, or change “cwd” in the server's entry.",
  "server-start-timeout":
    "Give it more time by “startupTimeoutSeconds”, or run its command in a terminal to see what it waits for.",
  "browser-not-installed": "Set up the browser in the settings.",
  "profile-in-use": "Close the browser that has the profile, then try again.",
  "no-screen": "Let the browser work without a window, or start Pilothouse in a desktop session.",
  "no-guard": "Run Pilothouse's set-up again: its own Node is missing.",
  "preset-argument-refused": "Take the argument out of the browser's extra arguments.",
};

/** What the app found itself says more than what a server's last words mean. */
export function causeOf({ code, message }: Failure, known: KnownFailure | null): string {
  const sentence = firstLine(message);
  return code in byCode ? sentence : (known?.sentence ?? sentence);
}

/** The best way first; the last two help with whatever it is. */
export function waysOutOf(
  code: string,
  known: KnownFailure | null,
  { isBrowser }: ServerConfig,
): readonly string[] {
  const own = byCode[code];
  const anyhow = isBrowser
    ? "Choose another browser in the settings, or set the browser up again."
    : "Run the command in a terminal: it may ask or say something that is not seen here.";
  const ways = [own, known?.wayOut, anyhow, "Or leave the server out: switch it off."];
  return ways.filter((way): way is string => way !== undefined);
}
