import path from "node:path";
import { isAbort } from "../base/errors.ts";
import { untilAborted } from "../base/waiting.ts";
import type { Core } from "../core.ts";
import { BUILT_INS, nameTools } from "../mcp/catalogue/names.ts";
import { toProblem } from "../mcp/config/entry-view.ts";
import type { ServerConfig } from "../mcp/config/server-config.ts";
import { ConversationServers } from "../mcp/connection/conversation-servers.ts";
import { serverText } from "../mcp/status/report-text.ts";
import { inCliCore, print, type CliCore, type CliPlaces } from "./cli-core.ts";
import type { CommandLine } from "./options.ts";
import { EXIT } from "./usage.ts";

/** `mcp list`: every server with its state and tools, also those that cannot be used. */
export async function mcpList(line: CommandLine, places: CliPlaces): Promise<number> {
  return await inCliCore(line, places, async (opened, signal) => {
    try {
      if (line.has("verbose")) process.stdout.write(await describeServers(opened, signal));
      else {
        const servers = await untilAborted(listServers(opened.core), signal);
        print({ servers, problems: opened.core.problems().map(toProblem) });
      }
      return EXIT.finished;
    } catch (error) {
      if (isAbort(error, signal)) return EXIT.stopped;
      throw error;
    }
  });
}

/** The same as `/mcp <name>` tells in the app, for every server one after the other. */
async function describeServers(
  { core, redactor, scratch }: CliCore,
  signal: AbortSignal,
): Promise<string> {
  const configs = core.servers({ headless: true });
  const workspace = path.join(scratch, "workspace");
  const servers = new ConversationServers("cli", workspace, configs, core.catalogue, core.launch);
  const usable = configs.filter(({ enabled, unavailable }) => enabled && !unavailable);
  const asking = Promise.all(usable.map((config) => core.catalogue.discover(config)));
  await untilAborted(asking, signal);
  await servers.tools(signal);
  const invalid = core.problems().map(({ server, message }) => `${server}: invalid: ${message}`);
  const texts = [...servers.reports().map(serverText), ...invalid];
  return texts.map((text) => `${redactor.text(text)}\n`).join("\n");
}

async function listServers(core: Core): Promise<readonly unknown[]> {
  const configs = core.servers({ headless: true });
  const known = await Promise.all(configs.map((config) => lookInto(core, config)));
  const { tools, warnings } = nameTools(known, BUILT_INS);
  for (const { message } of warnings) core.launch.logger.warn(message);
  const servers = known.map(({ name, state, error }) => ({
    name,
    state,
    ...(error === null ? {} : { error }),
    tools: tools
      .filter(({ server }) => server === name)
      .map(({ server: _server, ...tool }) => tool),
  }));
  const invalid = core
    .problems()
    .map(({ server, message }) => ({ name: server, state: "invalid", error: message, tools: [] }));
  return [...servers, ...invalid];
}

async function lookInto(core: Core, config: ServerConfig) {
  const seen = { name: config.name, toolPrefix: config.toolPrefix, tools: [], error: null };
  if (!config.enabled) return { ...seen, state: "disabled" };
  if (config.unavailable) {
    const { code, message } = config.unavailable;
    const state = code === "preset-argument-refused" ? "invalid" : "not-installed";
    return { ...seen, state, error: message };
  }
  const discovery = await core.catalogue.discover(config);
  if (discovery.kind === "failed") {
    return { ...seen, state: "failed", error: discovery.failure.message };
  }
  return { ...seen, state: "ready", tools: discovery.list.tools };
}
