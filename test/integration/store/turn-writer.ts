import { writeSync } from "node:fs";
import { openStore, type Store } from "../../../src-main/store/store.ts";
import { png } from "./pictures.ts";
import { callWithPicture, conversation, message, toolCall, turn } from "./records.ts";

/*
 * Writes turns into the store of a folder, as many as it is told, for ever when that is 0. Each line on
 * standard output is one thing that was acknowledged as saved. Ended from outside, in the middle of it.
 */
const [, , folder = "", count = "0"] = process.argv;
const STANDARD_OUTPUT = 1;

const store = openStore(folder);
if (store.conversations.find("c1") === null) store.conversations.create(conversation());
const first = store.messages.nextSequence("c1");
for (let sequence = first; count === "0" || sequence < first + Number(count); sequence += 1) {
  writeTurn(store, sequence);
}
acknowledge("end");
if (count !== "0") process.kill(process.pid, "SIGKILL");

/** As a live conversation does: message and turn together, then each call as started and as done. */
function writeTurn({ turns, messages, toolCalls, files }: Store, sequence: number): void {
  const id = String(sequence);
  const running = toolCall({ id, messageId: id, state: "running", result: null, finishedAt: null });
  store.transaction(() => {
    turns.save(turn({ id, state: "streaming", endedAt: null }));
    messages.save(message({ id, turnId: id, sequence }));
  });
  acknowledge(`sent ${id}`);
  toolCalls.save(running);
  acknowledge(`started ${id}`);
  const picture = files.writePicture(png(sequence, 1), "image/png");
  if (picture === null) throw new Error("not taken for a picture");
  toolCalls.save(callWithPicture(picture, { id, messageId: id }));
  acknowledge(`done ${id}`);
  store.transaction(() => turns.save(turn({ id })));
  acknowledge(`ended ${id}`);
}

function acknowledge(what: string): void {
  writeSync(STANDARD_OUTPUT, `${what}\n`);
}
