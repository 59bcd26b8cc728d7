import path from "node:path";

/** Longest host in a file name, in characters. */
const MAX_SITE_CHARS = 60;

const ENDINGS: Readonly<Record<string, string>> = {
  "image/png": ".png",
  "image/jpeg": ".jpg",
  "image/gif": ".gif",
  "image/webp": ".webp",
};

/** A file name that tells site and time: `portal.example-2026-11-30-143152.png` (M34). */
export function pictureName(pageUrl: string | null, takenAt: number, mimeType: string): string {
  return `${siteName(pageUrl)}-${stamp(takenAt)}${ENDINGS[mimeType] ?? ".png"}`;
}

/** The same name with a number, for the second picture of a second or file of a name. */
export function numbered(name: string, number: number): string {
  const { name: stem, ext } = path.parse(name);
  return `${stem}-${number}${ext}`;
}

function siteName(pageUrl: string | null): string {
  const host = pageUrl !== null && URL.canParse(pageUrl) ? new URL(pageUrl).hostname : "";
  return host.replace(/[^a-z0-9.-]/gi, "").slice(0, MAX_SITE_CHARS) || "picture";
}

/** In local time, as the person reads the clock. */
function stamp(time: number): string {
  const at = new Date(time);
  const two = (part: number) => String(part).padStart(2, "0");
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join("-");
  return `${day}-${two(at.getHours())}${two(at.getMinutes())}${two(at.getSeconds())}`;
}
