import type { ServerConfig } from "../src-main/mcp/config/server-config.ts";
import { expandServer } from "../src-main/mcp/config/expand.ts";
import { BareClient } from "./bare-client.ts";
import { againstFloor, median, type Figure } from "./figure.ts";
import { timed, type Workshop } from "./workshop.ts";

const PAIRS = 15;
const MARK = 0.9;

/** Start of the browser server to its handshake, with the compile cache warm against without it. */
export async function compileCache(workshop: Workshop): Promise<Figure> {
  const [config] = workshop.core.servers({ headless: true });
  const cwd = workshop.workspace("compile-cache");
  const { command, args, env } = expandServer(config as ServerConfig, cwd, process.env);
  const start = async (extra: NodeJS.ProcessEnv) => {
    const client = new BareClient(command, args, cwd, { ...process.env, ...extra });
    const ms = await timed(() => client.initialize());
    await client.close();
    return ms;
  };
  await start(env as NodeJS.ProcessEnv);
  const warm: number[] = [];
  const without: number[] = [];
  for (let pair = 0; pair < PAIRS; pair += 1) {
    warm.push(await start(env as NodeJS.ProcessEnv));
    without.push(await start({ NODE_COMPILE_CACHE: undefined }));
  }
  return againstFloor(
    "start of the browser server, compile cache warm",
    "ms",
    median(warm),
    median(without),
    MARK,
  );
}
