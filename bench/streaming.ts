import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { createAnthropic } from "@ai-sdk/anthropic";
import { streamText } from "ai";
import { runTurn } from "../src-main/agent/run-turn.ts";
import { coalesce } from "../src-main/ipc/coalesce.ts";
import { createModel } from "../src-main/models/create-model.ts";
import { asked, turnPorts } from "../test/fixtures/turn-ports.ts";
import type { AppEvent } from "../src-preload/contract/events.ts";
import { againstFloor, quantile, type Figure } from "./figure.ts";
import type { Workshop } from "./workshop.ts";

/** A long answer, in characters. The scripted server sends eight in a delta. */
const ANSWER_CHARS = 20_000;
const DELTAS = ANSWER_CHARS / 8;
const ROUNDS = 20;
/** Before these the runtime is still compiling. */
const WARM_UP = 4;
const MARK_RATIO = 1.5;

const root = path.resolve(import.meta.dirname, "..");
const words = "Nine boats lie at the north pier, and ".repeat(ANSWER_CHARS).slice(0, ANSWER_CHARS);

/** What an answer costs the main thread from the socket to the bridge, against the SDK's bare stream. */
export async function streaming(workshop: Workshop): Promise<Figure> {
  const { server, url } = await startServer(workshop);
  try {
    const [ours, bare]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      const floor = await busyMs(() => readBare(url));
      const value = await busyMs(() => readAsTurn(url));
      if (round >= WARM_UP) {
        bare.push(floor);
        ours.push(value);
      }
    }
    // The better rounds: in the others the machine did something else.
    const perThousand = (values: readonly number[]) => (quantile(values, 0.25) * 1_000) / DELTAS;
    const name = "main thread for 1,000 deltas, socket to bridge";
    return againstFloor(name, "ms", perThousand(ours), perThousand(bare), MARK_RATIO);
  } finally {
    server.kill();
    await once(server, "exit");
  }
}

/** In a process of its own, so that only the reading counts. */
async function startServer(workshop: Workshop): Promise<{ server: ChildProcess; url: string }> {
  const script = path.join(workshop.folder, "answers.json");
  const steps = Array.from({ length: ROUNDS * 2 }, () => ({ text: words }));
  writeFileSync(script, JSON.stringify(steps));
  const program = path.join(root, "test/fixtures/model-server/run.mjs");
  const server = spawn(process.execPath, [program, "--script", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(server.stdout, "data")) as [Buffer];
  const { anthropicUrl } = JSON.parse(line.toString()) as { anthropicUrl: string };
  return { server, url: anthropicUrl };
}

/** Time in which the event loop was busy, in milliseconds. */
async function busyMs(work: () => Promise<void>): Promise<number> {
  const before = performance.eventLoopUtilization();
  await work();
  return performance.eventLoopUtilization(before).active;
}

async function readBare(url: string): Promise<void> {
  const model = createAnthropic({ baseURL: `${url}/v1`, apiKey: "k" })("m");
  const { stream } = streamText({ model, prompt: "Tell me", maxRetries: 0 });
  let length = 0;
  for await (const part of stream) if (part.type === "text-delta") length += part.text.length;
  expectWhole(length);
}

async function readAsTurn(url: string): Promise<void> {
  const model = createModel(
    { provider: "anthropic", baseUrl: url, model: "m" },
    { key: "k", readPicture: () => Buffer.alloc(0) },
  );
  let length = 0;
  let waiting: AppEvent[] = [];
  // As the publisher does once a frame: what came meanwhile becomes one event, and is copied over.
  const flush = setInterval(() => {
    structuredClone(coalesce(waiting));
    waiting = [];
  }, 16);
  const ports = turnPorts({
    model,
    emit: (event) => {
      if (event.type !== "message-delta") return;
      length += event.delta.length;
      waiting.push({ ...event, conversationId: "c" });
    },
  });
  await runTurn(asked("Tell me"), ports, new AbortController().signal);
  clearInterval(flush);
  expectWhole(length);
}

function expectWhole(length: number): void {
  if (length !== ANSWER_CHARS) throw new Error(`The answer had ${length} characters.`);
}
