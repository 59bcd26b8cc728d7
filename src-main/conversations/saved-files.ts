import { statSync } from "node:fs";
import { basename } from "node:path";
import type { BrowserFiles } from "../../src-preload/model/browser-files.ts";
import { AppError } from "../base/errors.ts";
import { listSavedFiles, outputFolderOf, removeSavedFiles } from "../browser/saved-files.ts";
import { fileInWorkspace, type WorkspaceFile } from "../browser/workspace-file.ts";
import type { Conversations } from "./conversations.ts";
import { workspaceFolder } from "./folders.ts";

/** It is copied while the mouse moves: more takes so long that the window would not answer. In bytes. */
export const MAX_DRAGGED_BYTES = 200_000_000;

export interface FileToDrag {
  /** Absolute, with no link in it. */
  readonly place: string;
  readonly name: string;
  /** Another one when the file was written since. */
  readonly version: string;
}

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

  /**
   * The file of the workspace, or for null the folder of all that the browser saved, to be shown by the
   * system. Throws an `AppError` `file-gone` or `file-not-saved-here`.
   */
  placeOf(conversationId: string, path: string | null): string {
    const workspace = this.#workspaceOf(conversationId);
    if (path !== null) return placeOfFile(workspace, path).place;
    const folder = outputFolderOf(workspace);
    if (folder === null) throw fileGone();
    return folder;
  }

  /**
   * Files of the workspace that are to be dragged out of the window. Throws as {@link placeOf} does, and
   * `file-too-large`.
   */
  toDrag(conversationId: string, paths: readonly string[]): readonly FileToDrag[] {
    const workspace = this.#workspaceOf(conversationId);
    return paths.map((path) => {
      const { place, bytes } = placeOfFile(workspace, path);
      if (bytes > MAX_DRAGGED_BYTES) throw tooLarge(place);
      const { mtimeMs } = statSync(place);
      return { place, name: basename(place), version: `${bytes}/${mtimeMs}` };
    });
  }

  #workspaceOf(conversationId: string): string {
    // A name that is no conversation's leads nowhere on the disk.
    const { id } = this.#options.conversations.live(conversationId);
    return workspaceFolder(this.#options.data, id);
  }
}

function placeOfFile(workspace: string, named: string): WorkspaceFile {
  const found = fileInWorkspace(workspace, named);
  if (found === "missing") throw fileGone();
  if (found !== "outside") return found;
  throw new AppError("file-not-saved-here", "This is no file of this conversation.");
}

function fileGone(): AppError {
  return new AppError("file-gone", "This file is not there any more.");
}

function tooLarge(place: string): AppError {
  return new AppError(
    "file-too-large",
    `"${basename(place)}" is too large to be dragged out of the window. Show it in its folder and drag it from there.`,
  );
}
