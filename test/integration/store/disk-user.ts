import { rmSync, writeFileSync } from "node:fs";
import { AppError } from "../../../src-main/base/errors.ts";
import { openStore, type Store } from "../../../src-main/store/store.ts";
import { png } from "./pictures.ts";
import { callWithPicture, conversation, message, turn } from "./records.ts";

/*
 * Saves a turn on a disk that begins to fail at some write, goes on whatever happens, lets the disk
 * recover, and ends when all is saved. The disk is a bad one from the start, or from when it is open. Prints what it was told; an error that is none for people ends it.
 */
const [, , folder = "", flag = "", when = ""] = process.argv;
/** From a refusal to the next try, in milliseconds. */
const RETRY_MS = 10;

const store = opened();
store.changed.on(({ trouble }) => print(trouble ? `trouble ${trouble.code}` : "no trouble"));
attempt(() => store.conversations.find("c1") ?? store.conversations.create(conversation()));
if (when === "once-open") writeFileSync(flag, "");
// Without its conversation nothing has a place: the app would not have begun a turn.
if (store.conversations.find("c1") === null) {
  mend();
  store.conversations.create(conversation());
}
const picture = store.files.writePicture(png(1, 1), "image/png");
if (picture === null) throw new Error("not taken for a picture");
for (let sequence = 1; sequence <= 3; sequence += 1) {
  attempt(() => store.messages.save(message({ id: `m${sequence}`, sequence })));
}
const call = callWithPicture(picture);
attempt(() => store.toolCalls.save(call));
attempt(() => store.transaction(() => store.turns.save(turn()), "end of t1"));
if (store.files.read(picture.file) === null) throw new Error("the picture cannot be shown");
mend();
if (store.status().trouble)
  await new Promise<void>((resolve) => {
    const alive = setInterval(() => {}, 1_000);
    store.changed.on(({ trouble }) => {
      if (trouble) return;
      clearInterval(alive);
      resolve();
    });
  });
print(JSON.stringify(store.status()));
store.close();

/** A start that the disk refuses tells why; the person frees some space and starts again. */
function opened(): Store {
  try {
    return openStore(folder, { retryMs: RETRY_MS });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    print(`refused ${error.code}`);
    mend();
    return openStore(folder, { retryMs: RETRY_MS });
  }
}

function attempt(save: () => unknown): void {
  try {
    save();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    print(`refused ${error.code}`);
  }
}

function mend(): void {
  rmSync(flag, { force: true });
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
