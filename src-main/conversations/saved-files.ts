import type { BrowserFiles } from "../../src-preload/model/browser-files.ts";
import { AppError } from "../base/errors.ts";
import {
  listSavedFiles,
  outputFolderOf,
  placeOfSavedFile,
  removeSavedFiles,
} from "../browser/saved-files.ts";
import type { Conversations } from "./conversations.ts";
import { workspaceFolder } from "./folders.ts";

export interface SavedFilesOptions {
  readonly data: string;
  readonly conversations: Conversations;
}

/** What a person does with the files that the browsers of conversations have saved (M22). */
export class SavedFiles {
  readonly #options: SavedFilesOptions;

  constructor(options: SavedFilesOptions) {
    this.#options = options;
  }

  list(conversationId: string): Promise<BrowserFiles> {
    return listSavedFiles(this.#workspaceOf(conversationId));
  }

  /** Removes these, and tells what is left. Throws `turn-running`, and as {@link removeSavedFiles} does. */
  async remove(conversationId: string, paths: readonly string[]): Promise<BrowserFiles> {
    const workspace = this.#workspaceOf(conversationId);
    if (this.#options.conversations.live(conversationId).isRunning) {
      throw new AppError(
        "turn-running",
        "Stop the turn first: it may be working with these files.",
      );
    }
    await removeSavedFiles(workspace, paths);
    return await listSavedFiles(workspace);
  }

  /** The file, or for null the folder of all, to be shown by the system. Throws `file-gone` and `file-not-saved-here`. */
  placeOf(conversationId: string, path: string | null): string {
    const workspace = this.#workspaceOf(conversationId);
    const place = path === null ? outputFolderOf(workspace) : placeOfSavedFile(workspace, path);
    if (place !== null) return place;
    throw new AppError("file-gone", "This file is not there any more.");
  }

  #workspaceOf(conversationId: string): string {
    // A name that is no conversation's leads nowhere on the disk.
    const { id } = this.#options.conversations.live(conversationId);
    return workspaceFolder(this.#options.data, id);
  }
}
