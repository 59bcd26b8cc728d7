import { existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { AppError, messageOf } from "./base/errors.ts";
import type { Logger } from "./base/logger.ts";
import { freeBytes } from "./runtime/disk-space.ts";
import { goesAwayWithApp, programMounts } from "./runtime/fleeting-place.ts";
import { BROWSER_SERVER_VERSION } from "./runtime/pinned-version.ts";
import { copyRuntime } from "./runtime/runtime-copy.ts";
import { GUARD_PART } from "./runtime/runtime-pieces.ts";

export interface RuntimePlaces {
  readonly data: string;
  /** The folder of the built main process. */
  readonly dist: string;
  readonly resources: string;
  /** Another place of the browser server's runtime; null for the usual ones. */
  readonly playwrightRoot: string | null;
}

/** What guard and servers are run from. */
export interface PlacedRuntime {
  /** Folders in which the browser server's runtime is looked for. */
  readonly roots: readonly string[];
  /** Null where there is none that may outlive the app; then no server is started. */
  readonly guardScript: string | null;
  /** Why that is so, as a sentence; null where it is not. */
  readonly notice: string | null;
}

export interface RuntimePlacing {
  readonly places: RuntimePlaces;
  readonly appVersion: string;
  readonly logger: Logger;
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
}

/** Where the versions that this app has put there itself lie. */
export const ownRuntimeRoot = (data: string): string => path.join(data, "runtime");

/**
 * What runs longer than a call runs from a place that stays: where the app's own goes away with it, as
 * an AppImage's does, it is copied to the data folder first (M25). Never rejects.
 */
export async function placeRuntime(placing: RuntimePlacing): Promise<PlacedRuntime> {
  const { data, resources, playwrightRoot, dist } = placing.places;
  const named = playwrightRoot === null ? [] : [playwrightRoot];
  const guardScript = outsideArchive(path.join(dist, "guard.js"));
  if (goesAway(placing)) return await placeInData(placing, named, guardScript);
  const roots = [...named, path.join(resources, "runtime"), ownRuntimeRoot(data)];
  return { roots, guardScript, notice: null };
}

async function placeInData(
  { places: { data, resources }, appVersion, logger }: RuntimePlacing,
  named: readonly string[],
  guardScript: string,
): Promise<PlacedRuntime> {
  const root = ownRuntimeRoot(data);
  const roots = [...named, root];
  const to = path.join(root, BROWSER_SERVER_VERSION);
  const from = path.join(resources, "runtime", BROWSER_SERVER_VERSION);
  try {
    mkdirSync(root, { recursive: true });
    await copyRuntime({ from, to, guardScript, appVersion, freeBytes, logger });
    return { roots, guardScript: path.join(to, GUARD_PART, "guard.js"), notice: null };
  } catch (error) {
    const cause = error instanceof AppError && error.cause ? `: ${messageOf(error.cause)}` : "";
    logger.error(`Runtime: ${messageOf(error)}${cause}`);
    return { roots, guardScript: null, notice: messageOf(error) };
  }
}

function goesAway({ env, platform, places: { resources } }: RuntimePlacing): boolean {
  const mountInfo = "/proc/self/mountinfo";
  const mounts = existsSync(mountInfo) ? programMounts(readFileSync(mountInfo, "utf8")) : [];
  return goesAwayWithApp({ env, platform, resources, mounts });
}

/** A packaged app lies in an archive, which only Electron can read; what others run is beside it. */
function outsideArchive(file: string): string {
  return file.replace(`app.asar${path.sep}`, `app.asar.unpacked${path.sep}`);
}
