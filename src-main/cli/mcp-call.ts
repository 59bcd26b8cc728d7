import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { isAbort, messageOf } from "../base/errors.ts";
import { silentLogger, toFailureLogged } from "../base/logger.ts";
import { atMost } from "../base/waiting.ts";
import { readResult } from "../conversations/read-result.ts";
import { ConversationServers } from "../mcp/connection/conversation-servers.ts";
import { FAREWELL_MS } from "../mcp/connection/server-connection.ts";
import { FileStore } from "../store/files/file-store.ts";
import { inCliCore, print, type CliCore, type CliPlaces } from "./cli-core.ts";
import type { CommandLine } from "./options.ts";
import { shownBlocks } from "./shown-blocks.ts";
import { EXIT, usageError } from "./usage.ts";

interface WantedCall {
  readonly server: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly headless: boolean;
  /** Where the server runs; null for a folder that is gone afterwards. */
  readonly workspace: string | null;
}

/** `mcp call`: one call of one tool by the server's own name, and its result. */
export async function mcpCall(line: CommandLine, places: CliPlaces): Promise<number> {
  const call: WantedCall = {
    server: line.required("server"),
    tool: line.required("tool"),
    args: readArguments(line),
    headless: !line.has("headed"),
    workspace: line.path("workspace"),
  };
  return await inCliCore(line, places, (opened, signal) => answer(call, opened, signal));
}

async function answer(call: WantedCall, opened: CliCore, signal: AbortSignal): Promise<number> {
  try {
    print(await callOnce(call, opened, signal));
    return EXIT.finished;
  } catch (error) {
    const stopped = isAbort(error, signal);
    print({ error: stopped ? wasStopped : toFailureLogged(error, opened.core.launch.logger) });
    return stopped ? EXIT.stopped : EXIT.failed;
  }
}

const wasStopped = { code: "stopped", message: "The call was stopped." };

async function callOnce(call: WantedCall, opened: CliCore, signal: AbortSignal): Promise<unknown> {
  const { core, redactor, scratch } = opened;
  const workspace = call.workspace ?? path.join(scratch, "workspace");
  mkdirSync(workspace, { recursive: true });
  const configs = core.servers({ headless: call.headless });
  const servers = new ConversationServers("cli", workspace, configs, core.catalogue, core.launch);
  const startedAt = performance.now();
  try {
    const raw = await servers.call(call.server, call.tool, call.args, {
      signal,
      onProgress: () => {},
    });
    const isBrowser = servers.config(call.server)?.isBrowser === true;
    const files = new FileStore(pictureFolder(call), silentLogger);
    const result = readResult(raw, { isBrowser, workspace, files, redactor });
    return {
      isError: result.isError,
      content: shownBlocks(result.content, files),
      model: shownBlocks(result.model, files),
      durationMs: Math.round(performance.now() - startedAt),
    };
  } finally {
    // What takes longer ends with all the rest.
    await atMost(FAREWELL_MS, servers.close());
  }
}

/** Pictures are part of the result, so they outlive a workspace that was made for the call alone. */
function pictureFolder({ workspace }: WantedCall): string {
  return workspace
    ? path.join(workspace, ".pilothouse", "files")
    : path.join(tmpdir(), "pilothouse-pictures");
}

function readArguments(line: CommandLine): Readonly<Record<string, unknown>> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line.text("args") ?? "{}");
  } catch (error) {
    throw usageError(`--args is not JSON: ${messageOf(error)}.`);
  }
  if (parsed === null || typeof parsed !== "object" || Array.isArray(parsed)) {
    throw usageError("--args must be a JSON object.");
  }
  return parsed as Readonly<Record<string, unknown>>;
}
