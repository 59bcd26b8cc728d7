import { isAbort } from "../base/errors.ts";
import { untilAborted } from "../base/waiting.ts";
import type { Core } from "../core.ts";
import { BUILT_INS, nameTools } from "../mcp/catalogue/names.ts";
import type { ServerConfig } from "../mcp/config/server-config.ts";
import { inCliCore, print, type CliPlaces } from "./cli-core.ts";
import type { CommandLine } from "./options.ts";
import { EXIT } from "./usage.ts";

/** `mcp list`: every server with its state and tools, also those that cannot be used. */
export async function mcpList(line: CommandLine, places: CliPlaces): Promise<number> {
  return await inCliCore(line, places, async ({ core }, signal) => {
    try {
      print({ servers: await untilAborted(listServers(core), signal) });
      return EXIT.finished;
    } catch (error) {
      if (isAbort(error, signal)) return EXIT.stopped;
      throw error;
    }
  });
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
