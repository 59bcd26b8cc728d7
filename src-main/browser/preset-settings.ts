import {
  defaultBrowserOptions,
  type BrowserCapability,
  type BrowserOptions,
} from "../../src-preload/model/browser-options.ts";
import { splitArguments } from "./split-arguments.ts";

/** What a person can set about the browser server apart from one conversation's own switches. */
export interface PresetSettings {
  readonly enabled: boolean;
  /** What a new conversation begins with; null where the environment says nothing. */
  readonly headless: boolean | null;
  /** The browser that the environment names, by the server's own name for it; null: the app's, or the person's. */
  readonly browser: string | null;
  /** Whether the person has chosen a browser in the app. */
  readonly isBrowserChosen: boolean;
  readonly extraArguments: readonly string[];
  /** Another program to run in place of the bundled server; null for the bundled one. */
  readonly command: string | null;
  /** Where Playwright keeps its own browsers; null for its usual place. */
  readonly browsersPath: string | null;
  readonly capabilities: readonly BrowserCapability[];
  /** Whether the tool that runs code outside of the page may be used. */
  readonly runCode: boolean;
  readonly viewport: BrowserOptions["viewport"];
  readonly locale: string | null;
  readonly timeZone: string | null;
}

/**
 * Reads PLAYWRIGHT_ENABLED, _HEADLESS, _BROWSER, _EXTRA_ARGS, _COMMAND and _BROWSERS_PATH; empty counts
 * as unset, and what the person has set in the app wins (M24).
 */
export function presetSettingsFrom(
  environment: NodeJS.ProcessEnv,
  options: BrowserOptions = defaultBrowserOptions,
  isBrowserChosen = false,
): PresetSettings {
  const read = (name: string) => environment[`PLAYWRIGHT_${name}`]?.trim() || null;
  const headless = read("HEADLESS");
  return {
    enabled: isTrue(read("ENABLED") ?? "true"),
    headless: headless === null ? null : isTrue(headless),
    browser: isBrowserChosen ? null : read("BROWSER"),
    isBrowserChosen,
    command: read("COMMAND"),
    browsersPath: read("BROWSERS_PATH"),
    ...options,
    extraArguments:
      options.extraArguments.length > 0
        ? options.extraArguments
        : splitArguments(read("EXTRA_ARGS") ?? ""),
  };
}

const isTrue = (text: string): boolean => ["1", "true", "yes", "on"].includes(text.toLowerCase());
