import { readdirSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { inside } from "./inside.ts";
import { readJson } from "./read-json.ts";

/** What a version's folder says of itself; written last, so that nothing counts before it (M25). */
export const Install = z.looseObject({
  version: z.string(),
  /** Within the folder; null where it has no Chromium. */
  chromiumExecutable: z.string().nullable(),
});
export type Install = z.infer<typeof Install>;

export const INSTALL_FILE = "install.json";

export function readInstall(folder: string): Install | null {
  return readJson(path.join(folder, INSTALL_FILE), Install);
}

export interface OlderChromium {
  readonly version: string;
  readonly folder: string;
}

/** Versions before this one whose folders hold a Chromium, newest first. */
export function olderChromiums(
  roots: readonly string[],
  version: string,
): readonly OlderChromium[] {
  return roots
    .flatMap((root) => versionsIn(root).map((each) => ({ version: each, root })))
    .filter((each) => compareVersions(each.version, version) < 0)
    .map((each) => ({ version: each.version, folder: path.join(each.root, each.version) }))
    .filter(({ folder }) => holdsChromium(folder))
    .toSorted((a, b) => compareVersions(b.version, a.version));
}

/** Below 0 when `a` came before `b`; both are numbers with dots between them. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split(".").map(Number));
  for (let place = 0; place < Math.max(left?.length ?? 0, right?.length ?? 0); place += 1) {
    const difference = (left?.[place] ?? 0) - (right?.[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function holdsChromium(folder: string): boolean {
  const executable = readInstall(folder)?.chromiumExecutable ?? null;
  return executable !== null && inside(folder, executable) !== null;
}

/** The versions that have a folder there, whatever is in it. */
export function versionsIn(root: string): readonly string[] {
  return namesIn(root).filter((name) => /^\d+(\.\d+)+$/.test(name));
}

/** A folder that is not there holds nothing. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
