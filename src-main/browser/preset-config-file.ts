import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { AppError } from "../base/errors.ts";
import { PRIVATE_FILE } from "../base/durable-file.ts";
import { isObject, member, type JsonObject } from "./json-object.ts";
import type { PresetSettings } from "./preset-settings.ts";

/**
 * The arguments that hand the server what it takes from a file alone: locale, time zone, and that a
 * window is wanted, which it would else decide by DISPLAY. The file lies in the server's own temporary
 * folder and holds what the person's own `--config` says as well. Throws an `AppError` `preset-config`.
 */
export function configArguments(
  settings: PresetSettings,
  headless: boolean,
  temp: string,
): readonly string[] {
  const { locale, timeZone } = settings;
  if (headless && locale === null && timeZone === null) return [];
  const file = path.join(temp, "browser.json");
  const persons = readPersons(settings.extraArguments);
  const browser = member(persons, "browser");
  const merged = {
    ...persons,
    browser: {
      ...browser,
      launchOptions: { ...member(browser, "launchOptions"), headless },
      contextOptions: {
        ...member(browser, "contextOptions"),
        ...(locale === null ? {} : { locale }),
        ...(timeZone === null ? {} : { timezoneId: timeZone }),
      },
    },
  };
  writeFileSync(file, JSON.stringify(merged), { mode: PRIVATE_FILE });
  return ["--config", file];
}

/** Whether the person has a script of their own run for each page: the server would not run ours besides. */
export function hasInitPage(args: readonly string[]): boolean {
  if (args.some((arg) => /^--init-page(=|$)/.test(arg))) return true;
  return "initPage" in member(readPersons(args), "browser");
}

/** The server takes one such file, the last that is named. */
function readPersons(args: readonly string[]): JsonObject {
  const file = configFileOf(args);
  if (file === null) return {};
  try {
    const read: unknown = JSON.parse(readFileSync(file, "utf8").replace(/^\uFEFF/, ""));
    if (isObject(read)) return read;
  } catch {
    // Said below, with the way out.
  }
  throw new AppError(
    "preset-config",
    `The browser's own configuration file ${file} is not a JSON object. Mend it, or take --config out of the browser server's extra arguments.`,
  );
}

function configFileOf(args: readonly string[]): string | null {
  let found: string | null = null;
  for (const [index, arg] of args.entries()) {
    if (arg === "--config") found = args[index + 1] ?? null;
    else if (arg.startsWith("--config=")) found = arg.slice("--config=".length);
  }
  return found;
}
