import { existsSync, mkdirSync, realpathSync, renameSync } from "node:fs";
import path from "node:path";
import type { WrittenFile } from "../../src-preload/model/tool-call.ts";
import { numberedFileName, safeFileName } from "./file-name.ts";
import { OUTPUT_FOLDER } from "./output-folder.ts";
import { fileInWorkspace, type WorkspaceFile } from "./workspace-file.ts";

/** How the server tells of a download that is complete. */
const DOWNLOADED = /^- Downloaded file (.+) to "(.+)"$/gm;

/** How it tells of a file that it wrote because it was asked to; snapshots are read instead. */
const LINK = /^- \[(?!Snapshot\])[^\]\n]*\]\((.+)\)$/gm;

/** Written with every picture that the model gets anyway. */
const AUTOMATIC_PICTURE = /\/page-[\dTZ-]+\.(png|jpe?g)$/;

/** The server itself never writes here, so nothing here is overwritten by the next of the same name. */
const DOWNLOADS = path.posix.join(OUTPUT_FOLDER, "downloads");

/**
 * The files that a result of the browser server tells of (M22). Downloads are moved away at once, under
 * a free name: the server would write the next one of this name over it. The text says the new name.
 */
export function settleWrittenFiles(
  text: string,
  workspace: string,
): { readonly text: string; readonly files: readonly WrittenFile[] } {
  const files: WrittenFile[] = [];
  const settled = text.replace(DOWNLOADED, (line, suggested: string, named: string) => {
    const found = fileInWorkspace(workspace, named);
    // What a page wrote into its log must not move other files about.
    if (typeof found === "string" || path.posix.dirname(found.relative) !== OUTPUT_FOLDER)
      return line;
    const file = keepDownload(found, suggested, workspace);
    files.push(file);
    // As a whole path: other servers, and the person, do not know from where the browser's would count.
    const place = path.join(workspace, ...file.path.split("/"));
    return `- Downloaded file ${suggested} to "${place}" (${file.bytes} bytes)`;
  });
  return { text: settled, files: [...files, ...linkedFiles(text, workspace)] };
}

function keepDownload(found: WorkspaceFile, suggested: string, workspace: string): WrittenFile {
  const stays = { name: path.basename(found.place), path: found.relative, bytes: found.bytes };
  const folder = path.join(realpathSync.native(workspace), ...DOWNLOADS.split("/"));
  try {
    mkdirSync(folder, { recursive: true });
    // A link in its place would carry the file out of the workspace.
    if (realpathSync.native(folder) !== folder) return stays;
    const name = freeName(folder, safeFileName(suggested));
    renameSync(found.place, path.join(folder, name));
    return { name, path: path.posix.join(DOWNLOADS, name), bytes: found.bytes };
  } catch {
    // Held by another program, a virus scanner for one: it is still a file that the person can have.
    return stays;
  }
}

function freeName(folder: string, wanted: string): string {
  let name = wanted;
  for (let number = 2; existsSync(path.join(folder, name)); number += 1) {
    name = numberedFileName(wanted, number);
  }
  return name;
}

function linkedFiles(text: string, workspace: string): readonly WrittenFile[] {
  return [...text.matchAll(LINK)].flatMap(([, named = ""]) => {
    const found = fileInWorkspace(workspace, named);
    if (typeof found === "string" || AUTOMATIC_PICTURE.test(`/${found.relative}`)) return [];
    return { name: path.basename(found.place), path: found.relative, bytes: found.bytes };
  });
}
