import { existsSync, realpathSync, renameSync } from "node:fs";
import path from "node:path";
import { numberedFileName } from "./file-name.ts";
import { fileInWorkspace } from "./workspace-file.ts";

/** A link in a result: `[what it is](where it is)`. */
const LINK = /\]\(([^)\n]+)\)/g;

/**
 * A file that a call is about to write over, because it asks for its name (`filename`). It is moved aside
 * for as long as the call runs; then it has its name again, and the new one a free one beside it: what was
 * shown under that name must not become something else (M22).
 */
export class EarlierFile {
  readonly #workspace: string;
  readonly #place: string;
  readonly #aside: string;

  private constructor(workspace: string, place: string) {
    this.#workspace = workspace;
    this.#place = place;
    this.#aside = freePlace(place);
  }

  /** Null where the call writes over nothing, or where the file cannot be moved. */
  static setAside(args: Readonly<Record<string, unknown>>, workspace: string): EarlierFile | null {
    const named = args["filename"];
    if (typeof named !== "string" || named === "") return null;
    const found = fileInWorkspace(workspace, named);
    if (typeof found === "string") return null;
    const earlier = new EarlierFile(workspace, found.place);
    return moved(found.place, earlier.#aside) ? earlier : null;
  }

  /** To be called when the call has ended, however it did. Returns its text with the new file's name. */
  settle(): (text: string) => string {
    if (!existsSync(this.#place)) {
      moved(this.#aside, this.#place);
      return (text) => text;
    }
    // Through a third name, so that at no moment one of the two has none.
    const between = freePlace(this.#aside);
    if (!moved(this.#place, between)) return (text) => text;
    moved(this.#aside, this.#place);
    moved(between, this.#aside);
    return (text) => this.#withNewName(text);
  }

  #withNewName(text: string): string {
    const root = realpathSync.native(this.#workspace);
    const name = path.relative(root, this.#aside).split(path.sep).join("/");
    return text.replace(LINK, (link, named: string) => {
      const found = fileInWorkspace(this.#workspace, named);
      return typeof found !== "string" && found.place === this.#place ? `](${name})` : link;
    });
  }
}

function freePlace(place: string): string {
  const { dir, base } = path.parse(place);
  for (let number = 2; ; number += 1) {
    const free = path.join(dir, numberedFileName(base, number));
    if (!existsSync(free)) return free;
  }
}

/** A file that another program holds stays where it is. */
function moved(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch {
    return false;
  }
}
