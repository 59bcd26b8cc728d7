import type { Thread } from "../../state/thread.ts";
import { picturesOfCall } from "../screenshots/pictures-of.ts";

/** The latest picture of the browser in the thread, and the page that it shows. */
export interface LastPicture {
  readonly file: string;
  readonly url: string | null;
}

const known = new WeakMap<Thread["toolCalls"], LastPicture | null>();

export function lastPicture({ toolCalls }: Thread): LastPicture | null {
  const before = known.get(toolCalls);
  if (before !== undefined) return before;
  const found = findIn(toolCalls);
  known.set(toolCalls, found);
  return found;
}

function findIn(toolCalls: Thread["toolCalls"]): LastPicture | null {
  const calls = Object.values(toolCalls).toReversed();
  for (const call of calls) {
    const picture = picturesOfCall(call).at(-1);
    if (picture) return { file: picture.file, url: call.page?.url ?? null };
  }
  return null;
}
