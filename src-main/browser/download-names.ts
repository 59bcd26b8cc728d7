import { writeFileSync } from "node:fs";
import path from "node:path";
import { PRIVATE_FILE } from "../base/durable-file.ts";

/**
 * Run by the server for each page that it opens. The server saves a download under the name that the site
 * suggests: over another of that name, and not at all where the name is longer than the 255 bytes that file
 * systems take. So it is told a name that is short and free when it asks where to save the file, which it
 * does first; whenever it tells of the file later it is told what the site suggests.
 */
const NAME_DOWNLOADS = `
const { existsSync } = require("node:fs");
const path = require("node:path");

/** Room for "-2" and the like remains. */
const MAX_BYTES = 200;

/** More is no ending, but a name with a dot in it. */
const MAX_ENDING_BYTES = 40;

/** Names of this process's downloads, some of which are not yet on the disk. */
const taken = new Set();

function shortened(name) {
  if (Buffer.byteLength(name) <= MAX_BYTES) return name;
  const dot = name.lastIndexOf(".");
  const ending = dot > 0 && Buffer.byteLength(name.slice(dot)) <= MAX_ENDING_BYTES ? name.slice(dot) : "";
  let stem = "";
  for (const character of ending === "" ? name : name.slice(0, dot)) {
    if (Buffer.byteLength(stem + character + ending) > MAX_BYTES) break;
    stem += character;
  }
  return stem + ending;
}

/** As the server writes it; two names may become one by it. */
function asWritten(name) {
  const clean = (part) => part.replace(/[\\x00-\\x2C\\x2E-\\x2F\\x3A-\\x40\\x5B-\\x60\\x7B-\\x7F]+/g, "-");
  const dot = name.lastIndexOf(".");
  return dot === -1 ? clean(name) : clean(name.slice(0, dot)) + "." + clean(name.slice(dot + 1));
}

function freeName(name) {
  const { name: stem, ext } = path.parse(asWritten(name));
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? stem + ext : stem + "-" + number + ext;
    // Some file systems make no difference between a and A.
    const key = free.toLowerCase();
    if (taken.has(key) || existsSync(path.join(FOLDER, free))) continue;
    taken.add(key);
    return free;
  }
}

exports.default = async ({ page }) => {
  page.prependListener("download", (download) => {
    const suggested = shortened(download.suggestedFilename());
    const first = [freeName(suggested)];
    download.suggestedFilename = () => first.pop() ?? suggested;
  });
};
`;

/**
 * The arguments by which the server names downloads in `folder` as above; the script lies in the server's
 * own temporary folder.
 */
export function downloadNameArguments(temp: string, folder: string): readonly string[] {
  const file = path.join(temp, "page.cjs");
  const script = `"use strict";\n\nconst FOLDER = ${JSON.stringify(folder)};\n${NAME_DOWNLOADS}`;
  writeFileSync(file, script, { mode: PRIVATE_FILE });
  return ["--init-page", file];
}
