import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { expect, it } from "vitest";
import { isPicture } from "../../../src-preload/model/content.ts";
import type { ToolCall } from "../../../src-preload/model/tool-call.ts";
import { Database } from "../../../src-main/store/database.ts";
import { openStore, type Store } from "../../../src-main/store/store.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const ROUNDS = 10;
/** Saved messages of one round before the process is killed, so that it is killed at work. */
const MESSAGES_A_ROUND = 20;

/** Lets another process write into the folder and kills it; returns the last number that it gave as saved. */
async function writeUntilKilled(folder: string): Promise<number> {
  const program = path.join(import.meta.dirname, "writer-process.mjs");
  const child = spawn(process.execPath, [program, folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const saved: number[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (saved.push(Number(line)) === MESSAGES_A_ROUND) child.kill("SIGKILL");
  }
  await ended;
  return saved.at(-1) ?? 0;
}

function integrityOf(folder: string): unknown {
  const database = new Database(path.join(folder, "pilothouse.db"));
  const answer = database.get("PRAGMA integrity_check");
  database.close();
  return answer?.integrity_check;
}

function callsWithWholePicture(store: Store): readonly string[] {
  const isWhole = (call: ToolCall) => {
    const picture = call.result?.content.find(isPicture);
    return picture !== undefined && store.files.read(picture.file)?.byteLength === picture.bytes;
  };
  return store.toolCalls
    .list("c1")
    .filter(isWhole)
    .map((call) => call.id);
}

it("loses nothing that was saved when the process is killed at work", async () => {
  const folder = tempFolder();
  for (let round = 1; round <= ROUNDS; round += 1) {
    const lastSaved = await writeUntilKilled(folder);
    expect(lastSaved).toBeGreaterThanOrEqual(round * MESSAGES_A_ROUND);
    expect(integrityOf(folder)).toBe("ok");
    const store = openStore(folder);
    const sequences = store.messages.list("c1").map((message) => message.sequence);
    // One more than was acknowledged may be there: saved, and killed before saying so.
    expect([lastSaved, lastSaved + 1]).toContain(sequences.length);
    expect(sequences).toEqual(sequences.map((_sequence, index) => index + 1));
    expect(callsWithWholePicture(store)).toEqual(sequences.map((sequence) => `m${sequence}`));
    store.close();
  }
});
