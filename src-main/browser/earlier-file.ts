import { existsSync, renameSync } from "node:fs";
import path from "node:path";
import { numberedFileName } from "./file-name.ts";
import { fileInWorkspace } from "./workspace-file.ts";

/** How the server tells of a file that it wrote: `- [what it is](where it is)`, a line of its own. */
const LINK = /^(- \[[^\]\n]*\]\()(.+)\)$/gm;

/**
 * The tools that write to the `filename` that they are given; others read it. The one that starts a video
 * is not among them: its file is written when the video ends.
 */
const WRITING_TOOLS: ReadonlySet<string> = new Set([
  "browser_console_messages",
  "browser_evaluate",
  "browser_find",
  "browser_network_request",
  "browser_network_requests",
  "browser_pdf_save",
  "browser_snapshot",
  "browser_storage_state",
  "browser_take_screenshot",
]);

interface Call {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

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

  /**
   * To be called right before the call goes out: a crash meanwhile leaves the file under its other name.
   * Null where the call writes over nothing, or where the file cannot be moved. Never throws.
   */
  static setAside(call: Call, workspace: string): EarlierFile | null {
    const named = call.arguments["filename"];
    if (!WRITING_TOOLS.has(call.tool) || typeof named !== "string" || named === "") return null;
    const place = placeIn(workspace, named);
    if (place === null) return null;
    const earlier = new EarlierFile(workspace, place);
    return moved(place, earlier.#aside) ? earlier : null;
  }

  /**
   * To be called when the call has ended, however it did. Returns its text with the new file's name. Never
   * throws.
   */
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
    return text.replace(LINK, (line, link: string, named: string) =>
      placeIn(this.#workspace, named) === this.#place ? `${link}${this.#aside})` : line,
    );
  }
}

/** Null for what is no file of the workspace, or cannot be looked at. */
function placeIn(workspace: string, named: string): string | null {
  try {
    const found = fileInWorkspace(workspace, named);
    return typeof found === "string" ? null : found.place;
  } catch {
    return null;
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
