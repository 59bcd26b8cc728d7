import path from "node:path";
import { expect } from "vitest";
import { isPicture } from "../../../src-preload/model/content.ts";
import type { ToolCall } from "../../../src-preload/model/tool-call.ts";
import { openRecords } from "../../../src-main/store/open-records.ts";
import type { Store } from "../../../src-main/store/store.ts";
import { childProgram } from "../../support/child-program.ts";

export const turnWriter = (): Promise<string> =>
  childProgram(path.join(import.meta.dirname, "turn-writer.ts"));

/** Opens what a writer of turns left behind and checks that everything it was told is saved is there (D1, D2). */
export async function expectAllThere(folder: string, lines: readonly string[]): Promise<void> {
  const store = await openRecords(folder);
  try {
    expect(store.status()).toEqual({ trouble: null, unsaved: 0, repair: null });
    const seen = seenIn(store);
    const lost: string[] = [];
    for (const line of lines.filter((one) => one !== "end")) {
      const [what = "", id = ""] = line.split(" ");
      if (!seen[what as keyof typeof seen](id)) lost.push(line);
    }
    expect(lost).toEqual([]);
    const sequences = store.messages.list("c1").map(({ sequence }) => sequence);
    expect(sequences).toEqual(sequences.map((_sequence, index) => index + 1));
    store.recoverInterrupted(1);
    expect([...store.turns.open(), ...store.toolCalls.open()]).toEqual([]);
  } finally {
    store.close();
  }
}

function seenIn({ messages, toolCalls, turns, files }: Store) {
  const sent = new Set(messages.list("c1").map(({ id }) => id));
  const calls = new Map(toolCalls.list("c1").map((call) => [call.id, call]));
  const ended = new Map(turns.list("c1").map(({ id, state }) => [id, state]));
  const holdsPicture = (call: ToolCall | undefined) => {
    const picture = call?.result?.content.find(isPicture);
    return picture !== undefined && files.read(picture.file)?.byteLength === picture.bytes;
  };
  return {
    sent: (id: string) => sent.has(id) && ended.has(id),
    started: (id: string) => (calls.get(id)?.startedAt ?? null) !== null,
    done: (id: string) => calls.get(id)?.state === "done" && holdsPicture(calls.get(id)),
    ended: (id: string) => ended.get(id) === "finished",
  };
}
