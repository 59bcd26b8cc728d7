import path from "node:path";
import type { ImportItem } from "../../src-preload/model/server-import.ts";
import { loggerTo } from "../base/logger.ts";
import { readImport } from "../mcp/config/import/read-import.ts";
import { ServerImports, type SecretKeeper } from "../mcp/config/import/server-imports.ts";
import { ServersFile } from "../mcp/config/servers-file.ts";
import { print } from "./cli-core.ts";
import type { CommandLine } from "./options.ts";
import { EXIT, usageError } from "./usage.ts";

/** The system's encrypted store is the app's alone. */
const noSecrets: SecretKeeper = {
  list: () => [],
  set: () => Promise.resolve("this-run"),
  delete: () => Promise.resolve(),
};

/**
 * `mcp import`: what another client's file would bring, and with `--yes` those servers of it that are new
 * (M4). Runs none of them (S39).
 */
export async function mcpImport(line: CommandLine): Promise<number> {
  const source = path.resolve(line.words.at(-1) ?? "");
  const logger = loggerTo((_level, message) => process.stderr.write(`${message}\n`));
  const serversFile = new ServersFile({ file: targetOf(line), logger });
  const imports = new ServerImports({
    serversFile,
    secrets: noSecrets,
    platform: process.platform,
  });
  const { importId, client, items } = imports.preview(
    await readImport(source),
    path.basename(source),
  );
  const chosen = line.has("yes") ? items.filter(({ standing }) => standing === "new") : [];
  const choices = chosen.map(({ name }) => ({ name, as: null, moveSecrets: false }));
  const imported = choices.length > 0 ? await imports.apply(importId, choices) : [];
  print({ file: serversFile.path, client, servers: items.map(toLine), imported });
  return EXIT.finished;
}

function targetOf(line: CommandLine): string {
  const data = line.path("data");
  const file = line.path("config") ?? (data === null ? null : path.join(data, "mcp.json"));
  if (file === null)
    throw usageError("--data or --config is missing: it says which file to write.");
  return file;
}

function toLine({ plainSecrets, ...item }: ImportItem) {
  return { ...item, plainSecrets: plainSecrets.map(({ field }) => field) };
}
