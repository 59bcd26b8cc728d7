import { chown, mkdir } from "node:fs/promises";

/** The user "nobody" of every Linux: neither Electron's nor Chromium's sandbox starts for root. */
const NOBODY = 65_534;

const isRoot = process.getuid?.() === 0;

/** The command as an ordinary user runs it: as it is, or, for root, as nobody. */
export function asOrdinaryUser(command, args) {
  if (!isRoot) return [command, args];
  const ids = ["--reuid", String(NOBODY), "--regid", String(NOBODY), "--clear-groups"];
  return ["setpriv", [...ids, "--", command, ...args]];
}

/** A folder that the ordinary user may write to. */
export async function folderForOrdinaryUser(folder) {
  await mkdir(folder, { recursive: true });
  if (isRoot) await chown(folder, NOBODY, NOBODY);
  return folder;
}
