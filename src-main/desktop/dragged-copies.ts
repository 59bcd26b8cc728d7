import { constants, copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Disposable } from "../base/disposable.ts";
import { numbered } from "./picture-name.ts";

/** Copies of files under good names, for whoever they are dropped on; kept until the app quits (M34). */
export class DraggedCopies implements Disposable {
  readonly #copies = new Map<string, string>();
  #folder: string | null = null;

  /**
   * The copy of this file; made once, so that a second drag hands over the same one, and anew for another
   * `version` of a file that is written to.
   */
  copyOf(file: string, name: string, version = ""): string {
    const key = JSON.stringify([file, version]);
    const made = this.#copies.get(key);
    if (made && existsSync(made)) return made;
    this.#folder ??= mkdtempSync(path.join(tmpdir(), "pilothouse-drag-"));
    const copy = this.#freePath(this.#folder, name);
    copyFileSync(file, copy, constants.COPYFILE_FICLONE);
    this.#copies.set(key, copy);
    return copy;
  }

  dispose(): void {
    if (this.#folder) rmSync(this.#folder, { recursive: true, force: true });
    this.#folder = null;
    this.#copies.clear();
  }

  #freePath(folder: string, name: string): string {
    let free = path.join(folder, name);
    for (let number = 2; existsSync(free); number += 1)
      free = path.join(folder, numbered(name, number));
    return free;
  }
}
