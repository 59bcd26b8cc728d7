import path from "node:path";

/** Long enough for every name that a person would give, and short enough for every file system. */
const MAX_NAME_CHARS = 120;

/** What some system takes for a path, a device or a command, and what turns text around on the screen. */
// oxlint-disable-next-line no-control-regex -- these are the very characters that have to go
const UNSAFE = /[\u0000-\u001F\u007F<>:"/\\|?*\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/g;
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\..*)?$/i;

/** A name that is safe to give to a file on every system, as near as can be to the one that a site suggests. */
export function safeFileName(suggested: string): string {
  const plain = suggested.replace(UNSAFE, "_").replace(/^[. ]+|[. ]+$/g, "");
  const named = plain === "" ? "download" : plain;
  return shortened(DEVICE.test(named) ? `_${named}` : named);
}

/** `report.csv` → `report (2).csv`. */
export function numberedFileName(name: string, number: number): string {
  const { name: stem, ext } = path.parse(name);
  return `${stem} (${number})${ext}`;
}

/** The ending stays: by it a person knows what it is. */
function shortened(name: string): string {
  if (name.length <= MAX_NAME_CHARS) return name;
  const { name: stem, ext } = path.parse(name);
  const ending = ext.slice(0, MAX_NAME_CHARS / 2);
  return stem.slice(0, MAX_NAME_CHARS - ending.length) + ending;
}
