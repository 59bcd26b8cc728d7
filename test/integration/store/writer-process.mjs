// Node 20 does not run TypeScript, so Vite loads the writer. The folder is the only argument.
import path from "node:path";
import { runnerImport } from "vite";

const writer = path.join(import.meta.dirname, "writer.ts");
const { module } = await runnerImport(writer, { configFile: false });
module.writeForEver(process.argv[2]);
