import { builtinModules } from "node:module";
import path from "node:path";
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type EnvironmentOptions } from "vite";

const here = import.meta.dirname;

/** Native or separately started packages stay outside the bundle; everything else goes in. */
const runtimeExternals = ["electron", "@photostructure/sqlite"];

/** Bundled CommonJS packages look for these two, which an ES module does not have. */
const commonJsGlobals =
  "import{fileURLToPath as __f}from'node:url';import{dirname as __d}from'node:path';const __filename=__f(import.meta.url),__dirname=__d(__filename);";

function nodeTarget(
  name: "main" | "preload",
  entries: Record<string, string>,
  output: { format: "es" | "cjs" } & Record<string, unknown>,
): EnvironmentOptions {
  return {
    consumer: "server",
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    resolve: {
      conditions: ["node", "import", "module", "default"],
      noExternal: true,
      external: runtimeExternals,
    },
    build: {
      outDir: path.join(here, "dist", name),
      emptyOutDir: true,
      ssr: true,
      target: "node20",
      sourcemap: true,
      minify: false,
      rolldownOptions: {
        input: entries,
        external: [/^node:/, ...builtinModules, ...runtimeExternals],
        output,
      },
    },
  };
}

export default defineConfig({
  root: "src-renderer",
  base: "./",
  publicDir: false,
  plugins: [react(), tailwind()],
  builder: {
    async buildApp(builder) {
      for (const environment of Object.values(builder.environments)) {
        await builder.build(environment);
      }
    },
  },
  environments: {
    client: {
      build: {
        outDir: path.join(here, "dist/renderer"),
        emptyOutDir: true,
        target: "chrome130",
        modulePreload: { polyfill: false },
        // A data: URL would need an exception in the content policy.
        assetsInlineLimit: 0,
      },
    },
    main: nodeTarget(
      "main",
      {
        main: path.join(here, "src-main/main.ts"),
        cli: path.join(here, "src-main/cli.ts"),
        guard: path.join(here, "src-main/process/guard-process.ts"),
      },
      { format: "es", entryFileNames: "[name].js", banner: commonJsGlobals },
    ),
    preload: nodeTarget(
      "preload",
      { preload: path.join(here, "src-preload/preload.ts") },
      { format: "cjs", entryFileNames: "[name].cjs", codeSplitting: false },
    ),
  },
});
