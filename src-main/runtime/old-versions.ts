import { rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { messageOf } from "../base/errors.ts";
import type { Logger } from "../base/logger.ts";
import { newId } from "../base/ids.ts";
import { inside } from "./inside.ts";
import { NODE_PROGRAM, SERVER_SCRIPT } from "./locate-runtime.ts";
import { GUARD_PART } from "./runtime-pieces.ts";
import { forgetLeases, leaseHolders, type LeaseHolder } from "./version-lease.ts";
import { compareVersions, namesIn, readInstall, versionsIn } from "./version-folders.ts";

export interface OldVersions {
  /** The folder with one folder a version, of which the app makes and removes them itself. */
  readonly root: string;
  /** The one that this app works with. */
  readonly version: string;
  /** One whose Chromium an update is offered for; null for none. */
  readonly updatable: string | null;
  /** Whether a program runs that was started with exactly this argument. */
  readonly runs: (argument: string) => boolean;
  readonly isAlive: (holder: LeaseHolder) => boolean;
  readonly logger: Logger;
}

/** Something between its rename and its end; what is left of it counts for nothing. */
const GONE_ASIDE = ".gone-";

/** What lies aside is worked on for seconds; after this nobody comes back for it. In milliseconds. */
const LEFT_MS = 3_600_000;

/**
 * Removes what earlier versions of the app have put there, unless a program still runs from it or
 * another Pilothouse works with it: those are looked at again at the next start (M25). Never rejects.
 */
export async function removeOldVersions(old: OldVersions): Promise<void> {
  const { root, version, updatable } = old;
  const earlier = versionsIn(root)
    .filter((each) => compareVersions(each, version) < 0)
    .filter((each) => each !== updatable);
  for (const each of earlier) await removeUnlessUsed(old, each);
  await removeLeft(root);
}

async function removeUnlessUsed(old: OldVersions, version: string): Promise<void> {
  const { root, logger } = old;
  const folder = path.join(root, version);
  try {
    if (leaseHolders(root, version).some(old.isAlive) || programsIn(folder).some(old.runs)) {
      logger.info(`Runtime: version ${version} is in use still, so it stays for now.`);
      return;
    }
    const aside = folder + GONE_ASIDE + newId();
    // Renamed first: what is only half removed is no version.
    await rename(folder, aside);
    forgetLeases(root, version);
    await rm(aside, { recursive: true, force: true, maxRetries: 3 });
    logger.info(`Runtime: removed version ${version}, which is of no use any more.`);
  } catch (error) {
    logger.warn(`Runtime: version ${version} could not be removed: ${messageOf(error)}`);
  }
}

/** By what a process that was started from there is known: each begins with one of these, or is given it. */
function programsIn(folder: string): readonly string[] {
  const chromium = readInstall(folder)?.chromiumExecutable ?? null;
  const guard = `${GUARD_PART}/guard.js`;
  const named = [NODE_PROGRAM, SERVER_SCRIPT, guard, ...(chromium === null ? [] : [chromium])];
  const spellings = named.flatMap((each) => [inside(folder, each), path.join(folder, each)]);
  return [...new Set(spellings.filter((each) => each !== null))];
}

/** Copies and removals that were cut off. */
async function removeLeft(root: string): Promise<void> {
  const aside = namesIn(root).filter((name) => /\.(copy|gone)-[^.]*$/.test(name));
  for (const name of aside) {
    const folder = path.join(root, name);
    const isLeft = await stat(folder).then(
      ({ ctimeMs }) => name.includes(GONE_ASIDE) || Date.now() - ctimeMs > LEFT_MS,
      () => false,
    );
    if (isLeft) await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
  }
}
