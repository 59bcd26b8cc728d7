import { inlineSnapshots } from "../src-main/browser/snapshot-files.ts";
import { expandServer } from "../src-main/mcp/config/expand.ts";
import type { ServerConfig } from "../src-main/mcp/config/server-config.ts";
import { BareClient } from "./bare-client.ts";
import { againstFloor, median, type Figure } from "./figure.ts";
import { timed, type Workshop } from "./workshop.ts";

/** Interleaved, so that a slow moment of the machine falls on both. */
const PAIRS = 15;
const MARK = 1.3;

/** From the spawn to the first snapshot delivered, against the same server driven by hand. */
export async function firstBrowserCall(workshop: Workshop): Promise<Figure> {
  const ours: number[] = [];
  const bare: number[] = [];
  for (let pair = 0; pair < PAIRS; pair += 1) {
    ours.push(await throughTheApp(workshop, `app-${pair}`));
    bare.push(await byHand(workshop, `bare-${pair}`));
  }
  return againstFloor(
    "first browser call of a conversation",
    "ms",
    median(ours),
    median(bare),
    MARK,
  );
}

async function throughTheApp(workshop: Workshop, name: string): Promise<number> {
  const servers = workshop.conversation(name);
  const options = { signal: new AbortController().signal, onProgress: () => {} };
  const ms = await timed(async () => {
    const raw = await servers.call(
      "playwright",
      "browser_navigate",
      { url: workshop.site.url },
      options,
    );
    inlineSnapshots(JSON.stringify(raw), workshop.workspace(name));
  });
  await servers.close();
  return ms;
}

async function byHand(workshop: Workshop, name: string): Promise<number> {
  const { command, args, cwd, env } = expanded(workshop, name);
  let client: BareClient | null = null;
  const ms = await timed(async () => {
    client = new BareClient(command, args, cwd, env);
    await client.initialize();
    await client.request("tools/call", {
      name: "browser_navigate",
      arguments: { url: workshop.site.url },
    });
  });
  await (client as BareClient | null)?.close();
  return ms;
}

/** The very command that the app would run. */
function expanded(workshop: Workshop, name: string) {
  const [config] = workshop.core.servers({ headless: true });
  const server = expandServer(config as ServerConfig, workshop.workspace(name), process.env);
  return { ...server, env: { ...process.env, ...server.env } as NodeJS.ProcessEnv };
}
