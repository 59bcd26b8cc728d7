import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { toDisposable, type Disposable } from "../base/disposable.ts";
import { readJson } from "./read-json.ts";
import { namesIn } from "./version-folders.ts";

/** A Pilothouse that runs, told apart from a later process with the same pid. */
export const LeaseHolder = z.object({ pid: z.number(), startedAt: z.string() });
export type LeaseHolder = z.infer<typeof LeaseHolder>;

/** After the version's name: the folder with one file for each Pilothouse that works with that version. */
const IN_USE = ".in-use";

const leases = (root: string, version: string): string => path.join(root, version + IN_USE);

/** Notes that this Pilothouse works with the version, so that no other removes it. Throws the file system's errors. */
export function leaseVersion(root: string, version: string, holder: LeaseHolder): Disposable {
  const folder = leases(root, version);
  const file = path.join(folder, `${holder.pid}.json`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, JSON.stringify(holder));
  return toDisposable(() => rmSync(file, { force: true }));
}

/** Who has said so; one that was killed has left it behind. */
export function leaseHolders(root: string, version: string): readonly LeaseHolder[] {
  const folder = leases(root, version);
  return namesIn(folder).flatMap((name) => readJson(path.join(folder, name), LeaseHolder) ?? []);
}

export function forgetLeases(root: string, version: string): void {
  rmSync(leases(root, version), { recursive: true, force: true });
}
