import { inCheckout, isRunDirectly } from "./lib/checkout.mjs";
import { withLock } from "./lib/lock.mjs";
import { runScript, say, secondsSince } from "./lib/say.mjs";
import { chooseBrowser } from "./set-up/browser-choice.mjs";
import { installBrowserRuntime } from "./set-up/browser-runtime.mjs";
import { buildApp } from "./set-up/build.mjs";
import { installDependencies } from "./set-up/dependencies.mjs";
import { installElectron } from "./set-up/electron.mjs";
import { installSystemPackages } from "./set-up/system-packages.mjs";

/**
 * Gives a bare machine all that the app needs to be built, started and tested. A step that finds its
 * work done says nothing; one that was cut short begins anew on the next run.
 */
export async function setUp() {
  await withLock(inCheckout(".cache/set-up.lock"), async () => {
    await installDependencies();
    await installElectron();
    await installSystemPackages();
    await installBrowserRuntime();
    await chooseBrowser();
  });
}

if (isRunDirectly(import.meta.url)) {
  await runScript(async () => {
    const startedAt = performance.now();
    await setUp();
    await buildApp();
    say(`Everything is set up (${secondsSince(startedAt)}).`);
    return 0;
  });
}
