import { readdir } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

const FONT_FOLDERS = [
  "/usr/share/fonts",
  "/usr/local/share/fonts",
  path.join(os.homedir(), ".local/share/fonts"),
  path.join(os.homedir(), ".fonts"),
];

/** Without any font, pages and the app's own window show boxes instead of letters. */
export async function hasFonts() {
  for (const folder of FONT_FOLDERS) {
    const files = await readdir(folder, { recursive: true }).catch(() => []);
    if (files.some((file) => /\.(ttf|otf|ttc)$/.test(file))) return true;
  }
  return false;
}
