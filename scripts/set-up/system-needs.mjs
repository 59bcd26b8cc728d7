import { onPath, run } from "../lib/commands.mjs";
import { folderOf } from "../lib/packages.mjs";
import { hasDisplay } from "../lib/virtual-display.mjs";
import { hasBrowser } from "./browser-choice.mjs";
import { hasFonts } from "./installed-fonts.mjs";

/**
 * What a Linux machine must bring besides Node, each found by looking for the thing itself and not for
 * a package. `packages` are Debian's, with its notation for a name that differs between its releases.
 */
export const systemNeeds = [
  {
    what: "the libraries that Electron is linked to",
    essential: true,
    isMet: async () => (await missingLibraries()).length === 0,
    packages: [
      "libasound2t64 | libasound2",
      "libatk-bridge2.0-0t64 | libatk-bridge2.0-0",
      "libcups2t64 | libcups2",
      "libgbm1",
      "libgtk-3-0t64 | libgtk-3-0",
      "libnss3",
    ],
  },
  {
    what: "Xvfb, the display of a machine without a screen",
    essential: true,
    isMet: () => hasDisplay() || onPath("Xvfb") !== undefined,
    packages: ["xvfb"],
  },
  {
    what: "a font",
    essential: false,
    isMet: hasFonts,
    packages: ["fonts-liberation"],
  },
  {
    what: "Chrome, Chromium or Edge, for the tools that drive a browser",
    essential: false,
    isMet: hasBrowser,
    packages: ["chromium"],
  },
];

async function missingLibraries() {
  const linked = await run("ldd", [`${folderOf("electron")}/dist/electron`]);
  return linked.split("\n").filter((line) => line.endsWith("not found"));
}
