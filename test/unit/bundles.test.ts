import { existsSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { createBuilder } from "vite";
import { beforeAll, describe, expect, it } from "vitest";

/*
 * Lint says who may import whom among the sources; this looks at what the build made of them, where a
 * package may have brought in what no source names.
 */

const checkout = path.resolve(import.meta.dirname, "../..");
const dist = path.join(checkout, "dist");

/** What a bundle can hold a path in; fonts are left out. */
const TEXT = /\.(js|cjs|css|html|json|map)$/;

/** In a script that is not minified: an import at the start of a line, or a call with one name. */
const IMPORTED =
  /^import\b[^"';]*["']([^"']+)["']|\b(?:require|import)\(\s*["'`]([^"'`]+)["'`]\s*\)/gm;

/** A build of the window takes 3 s, and on a machine that runs all tests at once a few times that. */
const BUILD_LIMIT_MS = 60_000;

/** Vite puts an empty object in the place of a built-in module; only the name of that object tells. */
const NODE_OR_ELECTRON = /browser-external|node_modules\/electron\//;

/** Builds the window anew, for the names of all that goes into it; nothing is written. */
async function modulesOfWindow(): Promise<readonly string[]> {
  const builder = await createBuilder({
    configFile: path.join(checkout, "vite.config.ts"),
    root: path.join(checkout, "src-renderer"),
    logLevel: "error",
    build: { write: false },
  });
  const { client } = builder.environments;
  if (!client) throw new Error("The build has no window.");
  const built = await builder.build(client);
  if (!("output" in built)) throw new Error("The build of the window is not one bundle.");
  return built.output.flatMap((part) => (part.type === "chunk" ? part.moduleIds : []));
}

function textsOf(folder: string, kind: RegExp): readonly { file: string; text: string }[] {
  return readdirSync(path.join(dist, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && kind.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => ({ file: path.relative(dist, file), text: readFileSync(file, "utf8") }));
}

/** Names of packages and built-in modules that a script asks for, its own files left out. */
function outsideImportsOf(text: string): readonly string[] {
  const names = [...text.matchAll(IMPORTED)].map(([, listed, called]) => listed ?? called ?? "");
  return [...new Set(names)].filter((name) => !name.startsWith("."));
}

function filesThatHold(needle: string | RegExp, texts: ReturnType<typeof textsOf>) {
  const holds = (text: string) =>
    typeof needle === "string" ? text.includes(needle) : needle.test(text);
  return texts.filter(({ text }) => holds(text)).map(({ file }) => file);
}

describe("the built app", () => {
  beforeAll(() => {
    expect(existsSync(path.join(dist, "main/main.js")), "Run npm run build first.").toBe(true);
  });

  it("has a window whose scripts name neither a module of Node nor Electron", () => {
    const scripts = textsOf("renderer", /\.js$/);
    expect(scripts).not.toEqual([]);
    expect(filesThatHold(/["'`]node:/, scripts)).toEqual([]);
    expect(filesThatHold(/\b(?:from|import|require)\s*\(?\s*["'`]electron["'`]/, scripts)).toEqual(
      [],
    );
  });

  it(
    "has nothing in its window that asks for Node or Electron",
    { timeout: BUILD_LIMIT_MS },
    async () => {
      const modules = await modulesOfWindow();
      expect(modules.some((name) => name.endsWith("src-renderer/main.tsx"))).toBe(true);
      expect(modules.filter((name) => NODE_OR_ELECTRON.test(name))).toEqual([]);
    },
  );

  it("has a preload that asks for Electron and nothing else, in one file", () => {
    const scripts = textsOf("preload", /\.c?js$/);
    expect(scripts.map(({ file }) => path.basename(file))).toEqual(["preload.cjs"]);
    expect(outsideImportsOf(scripts[0]?.text ?? "")).toEqual(["electron"]);
  });

  it("has a guard that needs nothing but Node, as it runs where the app is gone", () => {
    const { text = "" } = textsOf("main", /^guard\.js$/)[0] ?? {};
    const outside = outsideImportsOf(text);
    expect(outside).toContain("node:readline");
    expect(outside.filter((name) => !name.startsWith("node:"))).toEqual([]);
  });

  it("has a command line that does without Electron", () => {
    expect(outsideImportsOf(readFileSync(path.join(dist, "main/cli.js"), "utf8"))).not.toContain(
      "electron",
    );
    expect(filesThatHold(/\bfrom\s*["']electron["']/, textsOf("main/assets", /\.js$/))).toEqual([]);
  });

  it.each([
    ["the home folder of who built it", homedir()],
    ["the folder it was built in", checkout],
  ])("names nowhere %s", (_what, folder) => {
    const texts = textsOf(".", TEXT);
    for (const spelling of new Set([folder, folder.replaceAll("\\", "/")])) {
      // With a separator behind it, so that a short home such as /root is not found in other words.
      expect(filesThatHold(`${spelling}/`, texts)).toEqual([]);
      expect(filesThatHold(`${spelling}\\`, texts)).toEqual([]);
    }
  });
});
