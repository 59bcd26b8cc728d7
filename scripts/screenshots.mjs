import { mkdir } from "node:fs/promises";

import { inCheckout, isRunDirectly } from "./lib/checkout.mjs";
import { sandboxForThisUser } from "./lib/chromium-sandbox.mjs";
import { runScript } from "./lib/say.mjs";
import { withDisplay } from "./lib/virtual-display.mjs";
import { photographTour } from "./screenshots/tour-pictures.mjs";
import { setUp } from "./set-up.mjs";
import { buildApp } from "./set-up/build.mjs";

/** Where README.md looks for them. */
const PICTURES = inCheckout("docs/images");

/** Takes the pictures of the documentation anew: the real app, driven through its tour. */
export async function takePictures() {
  await setUp();
  await buildApp();
  await mkdir(PICTURES, { recursive: true });
  const sandbox = sandboxForThisUser();
  await withDisplay((display) =>
    photographTour(PICTURES, {
      args: [...(display.isVirtual ? ["--disable-gpu"] : []), ...sandbox.appArguments],
      env: { ...sandbox.env, ...display.env },
    }),
  );
}

if (isRunDirectly(import.meta.url)) {
  await runScript(async () => {
    await takePictures();
    return 0;
  });
}
