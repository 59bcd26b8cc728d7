import type { ToolCall } from "../../../src-preload/model/tool-call.ts";
import { AppError } from "../../base/errors.ts";
import { newId } from "../../base/ids.ts";
import { hashOf } from "../../store/files/file-hash.ts";
import type { Store } from "../../store/store.ts";
import { isSettled } from "../../../src-preload/model/tool-call.ts";
import { isEnded } from "../../../src-preload/model/turn.ts";
import { ExportedConversation } from "./exported-conversation.ts";

/** Where an imported conversation begins: its model and browser are this app's to choose. */
export interface ImportPlace {
  readonly modelId: string | null;
  readonly headless: boolean;
}

/**
 * Makes a conversation of its own out of an export; returns its id. All of it is there, or nothing.
 * Throws an `AppError` `import-refused` for anything that is no whole export.
 */
export function importConversation(json: string, store: Store, place: ImportPlace): string {
  const exported = read(json);
  const conversationId = newId();
  for (const [name, base64] of Object.entries(exported.files)) keepFile(store, name, base64);
  const { title, createdAt, updatedAt } = exported;
  try {
    store.transaction(() => {
      const row = { id: conversationId, title, createdAt, updatedAt, unread: false };
      store.conversations.create({ ...row, ...place });
      saveRecords(store, exported, conversationId);
    });
  } catch (error) {
    if (error instanceof AppError) throw error;
    // A rule of the tables was broken: two messages in one place, for one.
    throw refused("its records do not fit together");
  }
  return conversationId;
}

/** Ids are made anew: the conversation itself may still be here. */
function saveRecords(store: Store, exported: ExportedConversation, conversationId: string): void {
  const ids = new Map<string, string>();
  const idOf = (old: string) => {
    const id = ids.get(old) ?? newId();
    ids.set(old, id);
    return id;
  };
  for (const turn of exported.turns) {
    // What ran when it was exported does not run here.
    const state = isEnded(turn.state) ? turn.state : "interrupted";
    store.turns.save({ ...turn, id: idOf(turn.id), conversationId, state });
  }
  for (const message of exported.messages) {
    const turnId = idOf(message.turnId);
    store.messages.save({ ...message, id: idOf(message.id), turnId, conversationId });
  }
  for (const call of exported.toolCalls) {
    const [turnId, messageId] = [idOf(call.turnId), idOf(call.messageId)];
    store.toolCalls.save({ ...settled(call), turnId, messageId, conversationId });
  }
}

function settled(call: ToolCall): ToolCall {
  if (isSettled(call.state)) return call;
  const state = call.startedAt === null ? "skipped" : "outcome-unknown";
  return { ...call, state, argumentsText: null };
}

function read(json: string): ExportedConversation {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw refused("it is not JSON");
  }
  const parsed = ExportedConversation.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw refused(
    issue?.path.join(".")
      ? `"${issue.path.join(".")}" is not as it should be`
      : "it is of another kind",
  );
}

function keepFile(store: Store, name: string, base64: string): void {
  const bytes = Buffer.from(base64, "base64");
  if (hashOf(bytes) !== name) throw refused("a file in it was changed");
  store.files.write(bytes);
}

function refused(why: string): AppError {
  return new AppError(
    "import-refused",
    `This file is no whole export of a conversation of Pilothouse: ${why}. Nothing was imported.`,
  );
}
