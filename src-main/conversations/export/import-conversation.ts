import { AppError } from "../../base/errors.ts";
import { newId } from "../../base/ids.ts";
import { hashOf } from "../../store/files/file-hash.ts";
import type { Store } from "../../store/store.ts";
import { ExportedConversation } from "./exported-conversation.ts";
import { saveCopies } from "./save-copies.ts";

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
      const row = {
        id: conversationId,
        title,
        createdAt,
        updatedAt,
        unread: false,
        instructions: null,
      };
      store.conversations.create({ ...row, ...place });
      saveCopies(store, exported, conversationId);
    });
  } catch (error) {
    if (error instanceof AppError) throw error;
    // A rule of the tables was broken: two messages in one place, for one.
    throw refused("its records do not fit together");
  }
  return conversationId;
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
