import { writeSync } from "node:fs";
import { openStore } from "../../../src-main/store/store.ts";
import { png } from "./pictures.ts";
import { callWithPicture, conversation, message } from "./records.ts";

const STANDARD_OUTPUT = 1;

/**
 * Writes for ever into the store of the folder; each line on standard output is the sequence number
 * of a message that is saved, with a call and its picture. Ended from outside, in the middle of it.
 */
export function writeForEver(folder: string): never {
  const store = openStore(folder);
  if (store.conversations.find("c1") === null) store.conversations.create(conversation());
  for (;;) {
    const sequence = store.messages.nextSequence("c1");
    const id = `m${sequence}`;
    const picture = store.files.writePicture(png(sequence, 1), "image/png");
    if (picture === null) throw new Error("not taken for a picture");
    store.transaction(() => {
      store.messages.save(message({ id, sequence }));
      store.toolCalls.save(callWithPicture(picture, { id, messageId: id }));
    });
    writeSync(STANDARD_OUTPUT, `${sequence}\n`);
  }
}
