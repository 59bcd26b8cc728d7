import { splitArguments } from "./split-arguments.ts";

/** What a person can set about the browser server apart from one conversation's own switches. */
export interface PresetSettings {
  readonly enabled: boolean;
  /** Null: as the conversation says. */
  readonly headless: boolean | null;
  /** The browser by the server's own name for it. */
  readonly browser: string;
  readonly extraArguments: readonly string[];
  /** Another program to run in place of the bundled server; null for the bundled one. */
  readonly command: string | null;
}

/** Reads PLAYWRIGHT_ENABLED, _HEADLESS, _BROWSER, _EXTRA_ARGS and _COMMAND; empty counts as unset (M24). */
export function presetSettingsFrom(environment: NodeJS.ProcessEnv): PresetSettings {
  const read = (name: string) => environment[`PLAYWRIGHT_${name}`]?.trim() || null;
  const headless = read("HEADLESS");
  return {
    enabled: isTrue(read("ENABLED") ?? "true"),
    headless: headless === null ? null : isTrue(headless),
    browser: read("BROWSER") ?? "chromium",
    extraArguments: splitArguments(read("EXTRA_ARGS") ?? ""),
    command: read("COMMAND"),
  };
}

const isTrue = (text: string): boolean => ["1", "true", "yes", "on"].includes(text.toLowerCase());
