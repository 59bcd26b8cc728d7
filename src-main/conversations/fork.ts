import { cp } from "node:fs/promises";
import path from "node:path";
import { AppError } from "../base/errors.ts";
import { OWN_FOLDER } from "../browser/profile.ts";
import type { Store } from "../store/store.ts";
import { saveCopies, type CopiedRecords } from "./export/save-copies.ts";

/** The records up to a message and with it. Throws an `AppError` `message-unknown`. */
export function recordsUpTo(
  store: Store,
  conversationId: string,
  messageId: string,
): CopiedRecords {
  const all = store.messages.list(conversationId);
  const last = all.find(({ id }) => id === messageId);
  if (!last) throw new AppError("message-unknown", "This message does not exist any more.");
  const messages = all.filter(({ sequence }) => sequence <= last.sequence);
  const kept = new Set(messages.map(({ id }) => id));
  const turnIds = new Set(messages.map(({ turnId }) => turnId));
  return {
    messages,
    turns: store.turns.list(conversationId).filter(({ id }) => turnIds.has(id)),
    toolCalls: store.toolCalls.list(conversationId).filter((call) => kept.has(call.messageId)),
  };
}

/**
 * Makes a conversation out of what was said in another one up to a message. Pictures and long texts are
 * shared: both refer to the same files. All of it is there, or nothing.
 */
export function forkRecords(
  store: Store,
  from: { readonly conversationId: string; readonly messageId: string },
  to: { readonly id: string; readonly now: number },
): void {
  const row = store.conversations.find(from.conversationId);
  if (!row) {
    throw new AppError("conversation-unknown", "This conversation does not exist any more.");
  }
  const records = recordsUpTo(store, from.conversationId, from.messageId);
  store.transaction(() => {
    const times = { createdAt: to.now, updatedAt: to.now };
    store.conversations.create({ ...row, ...times, id: to.id, unread: false });
    saveCopies(store, records, to.id);
  });
}

/** Copies what a conversation's servers have saved, without what is the app's own in it, as the profile. */
export async function copyWorkspace(from: string, to: string): Promise<void> {
  const own = path.join(from, OWN_FOLDER);
  const filter = (file: string) => file !== own;
  // Links stay links to where they lead: a copy follows none out of the workspace.
  await cp(from, to, { recursive: true, filter, verbatimSymlinks: true });
}
