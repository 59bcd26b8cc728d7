import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { AppError } from "../base/errors.ts";
import { fileInWorkspace } from "../browser/workspace-file.ts";

/** Lines of a page, unless fewer are asked for; and so many bytes at most, as of any result (M21). */
const PAGE_LINES = 2_000;
const PAGE_BYTES = 50 * 1_024;

/** A larger file is not read, in bytes: a page of it could not be found without reading all before it. */
const MAX_FILE_BYTES = 32 * 1_024 * 1_024;

export interface PageOfFile {
  readonly path: string;
  /** The first line, from 1. */
  readonly fromLine: number;
  readonly lines: number;
}

/**
 * A page of a text file in the workspace (M8). Throws an `AppError` with a sentence for the model when
 * it is not there, lies outside of the workspace or in the app's own folder, or is no text.
 */
export function readPage(workspace: string, { path, fromLine, lines }: PageOfFile): string {
  const text = textOf(workspace, path);
  const all = text.split("\n");
  if (all.at(-1) === "") all.pop();
  const first = Math.max(1, fromLine);
  if (first > Math.max(1, all.length)) {
    throw refused(`"${path}" has ${all.length} lines, so there is no line ${first}.`);
  }
  const page = within(all.slice(first - 1, first - 1 + Math.min(lines, PAGE_LINES)));
  const last = first - 1 + page.length;
  if (first === 1 && last >= all.length) return page.join("\n");
  const more = last < all.length ? ` The next page begins with from_line ${last + 1}.` : "";
  return `${page.join("\n")}\n[lines ${first} to ${last} of ${all.length}.${more}]`;
}

function textOf(workspace: string, named: string): string {
  const found = fileInWorkspace(workspace, named);
  if (found === "missing") throw refused(`There is no file "${named}" in the workspace.`);
  if (found === "outside") {
    throw refused(`"${named}" is not in the workspace, or in a folder that no tool may read.`);
  }
  const bytes = readWhole(found.place, named);
  if (bytes.includes(0)) throw refused(`"${named}" is no text: it has ${bytes.length} bytes.`);
  return bytes.toString("utf8");
}

/** Opened once and looked at by that: what the name leads to may change at any time. */
function readWhole(place: string, named: string): Buffer {
  const descriptor = openSync(place, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const { size } = fstatSync(descriptor);
    if (size > MAX_FILE_BYTES) throw refused(`"${named}" is too large to be read: ${size} bytes.`);
    const bytes = Buffer.alloc(size);
    return bytes.subarray(0, readSync(descriptor, bytes, 0, size, 0));
  } finally {
    closeSync(descriptor);
  }
}

/** Whole lines, and at least a piece of the first. */
function within(lines: readonly string[]): readonly string[] {
  const page: string[] = [];
  let bytes = 0;
  for (const line of lines) {
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > PAGE_BYTES) break;
    page.push(line);
  }
  const [first] = lines;
  if (page.length > 0 || first === undefined) return page;
  return [`${first.slice(0, PAGE_BYTES / 4)} [the rest of this line is left out]`];
}

function refused(message: string): AppError {
  return new AppError("not-readable", message);
}
