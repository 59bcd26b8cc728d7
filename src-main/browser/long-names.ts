import { writeFileSync } from "node:fs";
import path from "node:path";
import { PRIVATE_FILE } from "../base/durable-file.ts";

/**
 * Run by the server for each page that it opens. File systems take names of 255 bytes at most, and the
 * server saves a download under the name that the site suggests: a longer one would fail unheard.
 */
const SHORTEN_NAMES = `
"use strict";

/** Room for " (2)" and the like remains. */
const MAX_BYTES = 200;

/** More is no ending, but a name with a dot in it. */
const MAX_ENDING_BYTES = 40;

function shortened(name) {
  const dot = name.lastIndexOf(".");
  const ending = dot > 0 && Buffer.byteLength(name.slice(dot)) <= MAX_ENDING_BYTES ? name.slice(dot) : "";
  let stem = "";
  for (const character of ending === "" ? name : name.slice(0, dot)) {
    if (Buffer.byteLength(stem + character + ending) > MAX_BYTES) break;
    stem += character;
  }
  return stem + ending;
}

exports.default = async ({ page }) => {
  page.prependListener("download", (download) => {
    const name = download.suggestedFilename();
    if (Buffer.byteLength(name) > MAX_BYTES) download.suggestedFilename = () => shortened(name);
  });
};
`;

/** The arguments by which the server shortens the names of downloads; the file lies in its own temporary folder. */
export function longNameArguments(temp: string): readonly string[] {
  const file = path.join(temp, "page.cjs");
  writeFileSync(file, SHORTEN_NAMES, { mode: PRIVATE_FILE });
  return ["--init-page", file];
}
