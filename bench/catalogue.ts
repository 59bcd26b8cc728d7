import path from "node:path";
import { Catalogue } from "../src-main/mcp/catalogue/catalogue.ts";
import type { ServerConfig } from "../src-main/mcp/config/server-config.ts";
import { ConversationServers } from "../src-main/mcp/connection/conversation-servers.ts";
import { eventsIn, fakeServer } from "../test/fixtures/mcp-server/fake-server.ts";
import { absolute, againstFloor, median, type Figure } from "./figure.ts";
import { timed, type Workshop } from "./workshop.ts";

const CONVERSATIONS = 10;
/** Interleaved, so that a slow moment of the machine falls on both. */
const PAIRS = 15;
const MARK = 1.3;

/** Many conversations that want the same tools at once, against one that does. */
export async function catalogue(workshop: Workshop): Promise<readonly Figure[]> {
  const many: number[] = [];
  const one: number[] = [];
  const log = path.join(workshop.folder, "catalogue-log");
  for (let pair = 0; pair < PAIRS; pair += 1) {
    many.push(await firstTools(workshop, CONVERSATIONS, fakeServer({ log })));
    one.push(await firstTools(workshop, 1, fakeServer()));
  }
  const spawns = eventsIn(log).filter(({ event }) => event === "start").length / PAIRS;
  return [
    absolute(`spawns for ${CONVERSATIONS} conversations at once`, "processes", spawns, 1),
    againstFloor(
      `tools for ${CONVERSATIONS} conversations at once`,
      "ms",
      median(many),
      median(one),
      MARK,
    ),
  ];
}

/** From nothing known to the tools of every conversation. */
async function firstTools(
  workshop: Workshop,
  conversations: number,
  config: ServerConfig,
): Promise<number> {
  const { launch } = workshop.core;
  const shared = new Catalogue(launch, Date.now);
  const all = Array.from({ length: conversations }, (_, index) => {
    const name = `catalogue-${index}`;
    return new ConversationServers(name, workshop.workspace(name), [config], shared, launch);
  });
  const ms = await timed(() =>
    Promise.all(all.map((servers) => servers.tools(new AbortController().signal))),
  );
  await Promise.all(all.map((servers) => servers.close()));
  return ms;
}
