import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { BROWSER_SERVER_VERSION } from "../../../src-main/runtime/pinned-version.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const setUp = path.resolve(import.meta.dirname, "../../../scripts/set-up");
const resources = path.resolve(import.meta.dirname, "../../../resources/runtime");

const { hasNpm } = (await import(pathToFileURL(path.join(setUp, "bundled-npm.mjs")).href)) as {
  hasNpm: (nodeFolder: string) => Promise<boolean>;
};

const pinned = JSON.parse(readFileSync(path.join(setUp, "pinned-packages.json"), "utf8")) as {
  npm: { any: { version: string } };
};

/** A runtime's Node folder with npm in it; only names and the version count here. */
function nodeFolder(version = pinned.npm.any.version) {
  const folder = tempFolder();
  mkdirSync(path.join(folder, "bin"));
  mkdirSync(path.join(folder, "lib/node_modules/npm"), { recursive: true });
  writeFileSync(
    path.join(folder, "lib/node_modules/npm/package.json"),
    JSON.stringify({ version }),
  );
  for (const name of ["npm", "npx"]) writeFileSync(path.join(folder, "bin", name), "");
  return folder;
}

describe.skipIf(process.platform === "win32")("a runtime's npm, as the set-up looks for it", () => {
  it("is there in the version that is pinned", async () => {
    expect(await hasNpm(nodeFolder())).toBe(true);
  });

  it("is added to a runtime that was made without, or that has another one", async () => {
    expect(await hasNpm(tempFolder())).toBe(false);
    expect(await hasNpm(nodeFolder("10.0.0"))).toBe(false);
  });

  it.each(["bin/npx", "bin/npm", "lib/node_modules/npm/package.json"])(
    "is added again where the last set-up did not come to %s",
    async (file) => {
      const folder = nodeFolder();
      rmSync(path.join(folder, file));
      expect(await hasNpm(folder)).toBe(false);
    },
  );

  it("is in this checkout", async () => {
    expect(await hasNpm(path.join(resources, BROWSER_SERVER_VERSION, "node"))).toBe(true);
  });
});
