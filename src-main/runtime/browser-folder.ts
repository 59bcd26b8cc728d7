import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { AppError } from "../base/errors.ts";
import { writeDurably } from "../base/durable-file.ts";
import { escapingLink, inside } from "./inside.ts";
import { INSTALL_FILE, readInstall } from "./version-folders.ts";

const CHROMIUM = "chromium";

/** The folder `<root>/<version>` of the app's own Chromium: that is whole or not there (M25). */
export class BrowserFolder {
  readonly #root: string;
  readonly #version: string;

  constructor(root: string, version: string) {
    this.#root = root;
    this.#version = version;
  }

  /** Where downloads lie until they are unpacked. */
  get downloads(): string {
    return path.join(this.#root, "downloads");
  }

  /** Where Chromium is unpacked and tried, beside its place. */
  get side(): string {
    return path.join(this.#aside("unfinished"), CHROMIUM);
  }

  /** Throws away what a set-up that was killed has left there. */
  async clearSide(): Promise<void> {
    for (const left of ["unfinished", "replaced"]) {
      await rm(this.#aside(left), { recursive: true, force: true, maxRetries: 3 });
    }
    await mkdir(this.side, { recursive: true });
  }

  /** Throws an `AppError` `browser-outside` when the executable, or any link, leads out of the side folder. */
  async checkSide(executable: string): Promise<void> {
    const isInside = inside(this.side, path.relative(this.side, executable)) !== null;
    const link = await escapingLink(this.side);
    if (isInside && link === null) return;
    throw new AppError(
      "browser-outside",
      "What was downloaded is not the Chromium that was expected, so it was thrown away. Set it up again.",
      { details: { executable, link } },
    );
  }

  /** Puts what lies aside into its place. Only the last step makes it count. */
  async takeIntoUse(executable: string): Promise<void> {
    const folder = path.join(this.#root, this.#version);
    const place = path.join(folder, CHROMIUM);
    const relative = path.join(CHROMIUM, path.relative(this.side, executable));
    await mkdir(folder, { recursive: true });
    if (existsSync(place)) {
      await mkdir(this.#aside("replaced"), { recursive: true });
      await rename(place, path.join(this.#aside("replaced"), CHROMIUM));
    }
    await rename(this.side, place);
    const install = { ...readInstall(folder), version: this.#version };
    const content = { ...install, chromiumExecutable: relative.split(path.sep).join("/") };
    writeDurably(path.join(folder, INSTALL_FILE), `${JSON.stringify(content, null, 2)}\n`);
  }

  /** Removes downloads and what else lies beside the version in use. */
  async tidyAside(): Promise<void> {
    await removeAll([this.downloads, this.#aside("unfinished"), this.#aside("replaced")]);
  }

  #aside(what: string): string {
    return path.join(this.#root, `${this.#version}.${what}`);
  }
}

/** What cannot be removed now is looked at again after the next set-up. */
async function removeAll(paths: readonly string[]): Promise<void> {
  for (const each of paths) {
    await rm(each, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
  }
}
