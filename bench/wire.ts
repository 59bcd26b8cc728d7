import { createHash } from "node:crypto";
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from "node:fs";
import path from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { silentLogger } from "../src-main/base/logger.ts";
import { Redactor } from "../src-main/base/redactor.ts";
import { readResult } from "../src-main/conversations/read-result.ts";
import { Catalogue } from "../src-main/mcp/catalogue/catalogue.ts";
import { ConversationServers } from "../src-main/mcp/connection/conversation-servers.ts";
import { FileStore } from "../src-main/store/files/file-store.ts";
import { fakeServer } from "../test/fixtures/mcp-server/fake-server.ts";
import { BareClient } from "./bare-client.ts";
import { againstFloor, median, quantile, type Figure } from "./figure.ts";
import { timed, type Workshop } from "./workshop.ts";

const MEGABYTE = 1_000_000;

/** Calls of each side, in turns of so many, so that a slow moment of the machine falls on both. */
const ECHO_CALLS = 5_000;
const ECHO_TURN = 100;
const WARM_UP_CALLS = 500;

/** Longer than the slowest line takes on the slowest machine, in milliseconds. */
const CALL_TIMEOUT_MS = 600_000;

const PAIRS = 21;
/** Large lines take long: few of them tell enough. */
const LARGE_ROUNDS = 5;
const LARGE_ROUND_MEGABYTES = 100;

type Call = (tool: string, args: object) => Promise<unknown>;

/** The same tiny server twice: behind the connection manager, and driven by hand over the same pipes. */
interface Pair {
  readonly workshop: Workshop;
  readonly ours: Call;
  readonly byHand: Call;
}

/** Each with a pair of its own, so that none is measured on what another has left in memory. */
export const wireEcho = onPair(echo);
export const wireResults = onPair(async (pair) => [
  await megabyte(pair),
  await picture(pair),
  await stall(pair),
]);
export const wireLargeLines = onPair(largeLines);

function onPair(measure: (pair: Pair) => Promise<readonly Figure[]>) {
  return async (workshop: Workshop): Promise<readonly Figure[]> => {
    const cwd = workshop.workspace("wire");
    const config = fakeServer({ config: { callTimeoutMs: CALL_TIMEOUT_MS } });
    const bare = new BareClient(config.command, config.args, cwd, process.env);
    await bare.initialize();
    const { launch } = workshop.core;
    const catalogue = new Catalogue(launch, Date.now);
    const servers = new ConversationServers("wire", cwd, [config], catalogue, launch);
    const figures = await measure({
      workshop,
      ours: (tool, args) => servers.call("fake", tool, args as Record<string, unknown>, options),
      byHand: (name, args) => bare.request("tools/call", { name, arguments: args }),
    });
    await servers.close();
    await bare.close();
    return figures;
  };
}

const options = { signal: new AbortController().signal, onProgress: () => {} };

async function echo({ ours, byHand }: Pair): Promise<readonly Figure[]> {
  const [mine, floor]: [number[], number[]] = [[], []];
  const turn = async (call: Call, times: number[], calls: number) => {
    for (let done = 0; done < calls; done += 1) {
      times.push((await timed(() => call("echo", { text: "hi" }))) * 1_000);
    }
  };
  for (const call of [ours, byHand]) await turn(call, [], WARM_UP_CALLS);
  for (let done = 0; done < ECHO_CALLS; done += ECHO_TURN) {
    await turn(ours, mine, ECHO_TURN);
    await turn(byHand, floor, ECHO_TURN);
  }
  const at = (name: string, part: number, mark: number) =>
    againstFloor(name, "µs", quantile(mine, part), quantile(floor, part), mark);
  return [at("echo call, median of 5,000", 0.5, 1.5), at("echo call, p99", 0.99, 3)];
}

async function pairs(ours: () => Promise<unknown>, byHand: () => Promise<unknown>) {
  const [mine, floor]: [number[], number[]] = [[], []];
  for (let pair = 0; pair < PAIRS; pair += 1) {
    mine.push(await timed(ours));
    floor.push(await timed(byHand));
  }
  return { mine: median(mine), floor: median(floor) };
}

async function megabyte({ ours, byHand }: Pair): Promise<Figure> {
  const args = { bytes: MEGABYTE };
  const { mine, floor } = await pairs(
    () => ours("oversized", args),
    () => byHand("oversized", args),
  );
  return againstFloor("1 MB of text", "ms", mine, floor, 1.5);
}

/** From the server's write to the file on disk; by hand with hash, write, fsync and rename of the same bytes. */
async function picture({ workshop, ours, byHand }: Pair): Promise<Figure> {
  const folder = workshop.workspace("pictures");
  const files = new FileStore(path.join(folder, "files"), silentLogger);
  const place = { isBrowser: false, workspace: folder, files, redactor: new Redactor() };
  let fill = 0;
  const asked = () => ({ bytes: 5 * MEGABYTE, fill: (fill += 1) });
  const { mine, floor } = await pairs(
    async () => readResult((await ours("picture", asked())) as Record<string, unknown>, place),
    async () => keepByHand(await byHand("picture", asked()), folder),
  );
  return againstFloor("5 MB picture to a file", "ms", mine, floor, 1.5);
}

function keepByHand(result: unknown, folder: string): void {
  const [block] = (result as { content: { data: string }[] }).content;
  const bytes = Buffer.from(block?.data ?? "", "base64");
  const name = createHash("sha256").update(bytes).digest("hex");
  mkdirSync(folder, { recursive: true });
  const temporary = path.join(folder, `${name}.tmp`);
  const file = openSync(temporary, "wx");
  writeSync(file, bytes);
  fsyncSync(file);
  closeSync(file);
  renameSync(temporary, path.join(folder, name));
}

/** The longest time in which the event loop did nothing else. */
async function stall({ ours, byHand }: Pair): Promise<Figure> {
  const args = { bytes: 5 * MEGABYTE };
  const stallOf = async (call: Call) => {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    await call("oversized", args);
    // The stall is seen at the end of it.
    await new Promise((resolve) => setTimeout(resolve, 5));
    delay.disable();
    return delay.max / 1e6;
  };
  const [mine, floor]: [number[], number[]] = [[], []];
  for (let pair = 0; pair < PAIRS; pair += 1) {
    mine.push(await stallOf(ours));
    floor.push(await stallOf(byHand));
  }
  return againstFloor(
    "stall during 5 MB, median of the worst",
    "ms",
    median(mine),
    median(floor),
    2,
  );
}

/** The same amount of each size in every round, so that a slow moment of the machine falls on all alike. */
async function largeLines({ ours }: Pair): Promise<readonly Figure[]> {
  const sizes = [5, 25, LARGE_ROUND_MEGABYTES];
  const times = new Map<number, number[]>(sizes.map((size) => [size, []]));
  for (let round = 0; round < LARGE_ROUNDS; round += 1) {
    for (const [size, ofSize] of times) ofSize.push(await roundOf(size, ours));
  }
  const perMegabyte = (size: number) =>
    (median(times.get(size) ?? []) * 1_000) / LARGE_ROUND_MEGABYTES;
  const figure = (size: number) =>
    againstFloor(`${size} MB line, against 5 MB`, "µs/MB", perMegabyte(size), perMegabyte(5), 1.5);
  return [figure(25), figure(100)];
}

async function roundOf(megabytes: number, call: Call): Promise<number> {
  const args = { bytes: megabytes * MEGABYTE };
  let ms = 0;
  for (let done = 0; done < LARGE_ROUND_MEGABYTES; done += megabytes) {
    ms += await timed(() => call("oversized", args));
  }
  return ms;
}
