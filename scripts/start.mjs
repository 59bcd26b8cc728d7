import path from "node:path";

import { checkout, isRunDirectly } from "./lib/checkout.mjs";
import { sandboxForThisUser } from "./lib/chromium-sandbox.mjs";
import { electronExecutable } from "./lib/electron-executable.mjs";
import { runInForeground } from "./lib/foreground.mjs";
import { runScript } from "./lib/say.mjs";
import { withDisplay } from "./lib/virtual-display.mjs";
import { setUp } from "./set-up.mjs";
import { buildApp } from "./set-up/build.mjs";

/** Runs the app from this checkout with these arguments and returns Electron's exit code. */
export async function start(appArguments) {
  await setUp();
  await buildApp();
  const sandbox = sandboxForThisUser();
  return withDisplay(async (display) => {
    const { code } = await runInForeground(
      electronExecutable(),
      [
        // A virtual display has no graphics card; asking for one costs time and ends in software.
        ...(display.isVirtual ? ["--disable-gpu"] : []),
        checkout,
        ...sandbox.appArguments,
        ...withAbsoluteOut(appArguments),
      ],
      { cwd: checkout, env: { ...process.env, ...sandbox.env, ...display.env } },
    );
    return code;
  });
}

/** `--out` is meant from where the person stands, which npm keeps in INIT_CWD. */
export function withAbsoluteOut(args, standpoint = process.env.INIT_CWD ?? process.cwd()) {
  return args.map((argument, index) => {
    if (args[index - 1] === "--out") return path.resolve(standpoint, argument);
    if (!argument.startsWith("--out=")) return argument;
    return `--out=${path.resolve(standpoint, argument.slice("--out=".length))}`;
  });
}

if (isRunDirectly(import.meta.url)) await runScript(() => start(process.argv.slice(2)));
