import { readFileSync } from "node:fs";
import path from "node:path";
import { AppError, messageOf } from "./base/errors.ts";
import type { CliPlaces } from "./cli/cli-core.ts";
import { conversations } from "./cli/conversations.ts";
import { mcpCall } from "./cli/mcp-call.ts";
import { mcpDoctor } from "./cli/mcp-doctor.ts";
import { mcpImport } from "./cli/mcp-import.ts";
import { mcpList } from "./cli/mcp-list.ts";
import { CommandLine } from "./cli/options.ts";
import { run } from "./cli/run-command.ts";
import { EXIT, usageError } from "./cli/usage.ts";

/* The command line: the rooms below the window, driven by words instead of clicks. */

const dist = import.meta.dirname;
const root = path.resolve(dist, "../..");

const places: CliPlaces = {
  dist,
  resources: path.join(root, "resources"),
  appVersion: readVersion(path.join(root, "package.json")),
};

/** Of `mcp import FILE`. */
const MCP_IMPORT_WORDS = 3;

process.exitCode = await main(process.argv.slice(2));

async function main(argv: readonly string[]): Promise<number> {
  try {
    const line = new CommandLine(argv);
    return await commandOf(line)(line, places);
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    return error instanceof AppError && error.code === "usage" ? EXIT.usage : EXIT.failed;
  }
}

function commandOf(line: CommandLine): (line: CommandLine, places: CliPlaces) => Promise<number> {
  const words = line.words.join(" ");
  if (line.words.slice(0, 2).join(" ") === "mcp doctor" && line.words.length === 3)
    return mcpDoctor;
  if (words.startsWith("mcp import ") && line.words.length === MCP_IMPORT_WORDS) return mcpImport;
  if (line.words[0] === "conversations") return conversations;
  switch (words) {
    case "run":
      return run;
    case "mcp list":
      return mcpList;
    case "mcp call":
      return mcpCall;
    default:
      throw usageError(words === "" ? "A command is missing." : `There is no command "${words}".`);
  }
}

function readVersion(file: string): string {
  const { version } = JSON.parse(readFileSync(file, "utf8")) as { version: string };
  return version;
}
