import { readdirSync } from "node:fs";
import { Catalogue } from "../src-main/mcp/catalogue/catalogue.ts";
import { ConversationServers } from "../src-main/mcp/connection/conversation-servers.ts";
import { fakeServer } from "../test/fixtures/mcp-server/fake-server.ts";
import { processesWith } from "../test/support/processes.ts";
import { absolute, quantile, type Figure } from "./figure.ts";
import { timed, type Workshop } from "./workshop.ts";

const ROUNDS = 100;
/** Before these the runtime is still filling its own caches. */
const WARM_UP = 10;
const MARK_STOP_MS = 1_000;

/** A server started, called and stopped again and again. */
export async function churn(workshop: Workshop): Promise<readonly Figure[]> {
  const { launch } = workshop.core;
  const configs = [fakeServer()];
  const catalogue = new Catalogue(launch, Date.now);
  const options = { signal: new AbortController().signal, onProgress: () => {} };
  const stops: number[] = [];
  let handlesBefore = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round === WARM_UP) handlesBefore = openHandles();
    const servers = new ConversationServers(
      "churn",
      workshop.workspace("churn"),
      configs,
      catalogue,
      launch,
    );
    await servers.call("fake", "echo", { text: "hi" }, options);
    stops.push(await timed(() => servers.close()));
  }
  const orphans = processesWith(workshop.folder).filter(({ command }) =>
    command.includes("server.mjs"),
  ).length;
  return [
    absolute(`polite stop, p95 of ${ROUNDS}`, "ms", quantile(stops, 0.95), MARK_STOP_MS),
    absolute(`orphans after ${ROUNDS} starts and stops`, "processes", orphans, 0),
    absolute("growth in open handles", "handles", openHandles() - handlesBefore, 0),
  ];
}

/** File descriptors of this process; Linux alone tells them. */
function openHandles(): number {
  return process.platform === "linux" ? readdirSync("/proc/self/fd").length : 0;
}
