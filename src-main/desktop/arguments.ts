import path from "node:path";

/** What the app was started with. */
export interface AppArguments {
  /** Another place for everything that is kept; null for the system's own. */
  readonly data: string | null;
  /** Another place of the browser server's runtime (M25). */
  readonly playwrightRoot: string | null;
  /** Off only where a development tree's scripts say so; a packaged app does not listen to it. */
  readonly sandbox: "on" | "off";
  /** The folder into which the tour is written; null when none is to be run. */
  readonly tourOut: string | null;
}

/** Reads `--name=value` and `--name value`; whatever else stands there is Electron's. */
export function readArguments(argv: readonly string[], isPackaged: boolean): AppArguments {
  const value = (name: string): string | null => valueOf(argv, name);
  const asPath = (name: string): string | null => {
    const text = value(name);
    return text === null ? null : path.resolve(text);
  };
  return {
    data: asPath("--data"),
    playwrightRoot: asPath("--playwright-root"),
    sandbox: !isPackaged && value("--browser-sandbox") === "off" ? "off" : "on",
    tourOut: argv.includes("--tour") ? (asPath("--out") ?? path.resolve("tour")) : null,
  };
}

function valueOf(argv: readonly string[], name: string): string | null {
  const index = argv.findIndex((arg) => arg === name || arg.startsWith(`${name}=`));
  const found = argv[index];
  if (found === undefined) return null;
  return found.includes("=") ? found.slice(name.length + 1) : (argv[index + 1] ?? null);
}
