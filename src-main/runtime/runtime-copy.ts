import { existsSync } from "node:fs";
import { copyFile, mkdir, rename, rm, symlink } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { writeDurably } from "../base/durable-file.ts";
import { AppError } from "../base/errors.ts";
import { newId } from "../base/ids.ts";
import type { Logger } from "../base/logger.ts";
import { isDiskFull } from "./disk-space.ts";
import { escapingLink } from "./inside.ts";
import type { FreeBytes } from "./ports.ts";
import { readJson } from "./read-json.ts";
import { allThere, fingerprintOf, runtimePieces, type RuntimePiece } from "./runtime-pieces.ts";
import { INSTALL_FILE, readInstall } from "./version-folders.ts";

export interface RuntimeCopy {
  /** The version's folder in a place that goes away with the app. */
  readonly from: string;
  /** The built guard script there. */
  readonly guardScript: string;
  /** The folder of the same version in a place that stays. */
  readonly to: string;
  readonly appVersion: string;
  readonly freeBytes: FreeBytes;
  readonly logger: Logger;
}

/** The name of a copy on its way, after the version's: such a folder counts for nothing. */
export const COPY_ASIDE = ".copy-";

/** What the disk is to keep free besides the copy; in bytes. */
const SPARE_BYTES = 50_000_000;

const MEGABYTE = 1_000_000;

/** Tries to put a part into its place while another start does the same. */
const PLACE_TRIES = 3;

/** Says of which build the copy is; written last, so that no half of one counts. */
const CopyMark = z.object({ fingerprint: z.string() });
const MARK_FILE = "copied.json";
const CHROMIUM = "chromium";

/**
 * Copies node, pkg and guard to where they stay, unless this build's are there already (M25). The
 * folder is whole afterwards, or as it was. Two at once are fine. Rejects with an `AppError`
 * `disk-full`, `runtime-not-whole` or `runtime-not-copied`.
 */
export async function copyRuntime(copy: RuntimeCopy): Promise<void> {
  try {
    await copyUnlessThere(copy);
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (isDiskFull(error)) throw noRoom(null, await copy.freeBytes(path.dirname(copy.to)));
    throw new AppError(
      "runtime-not-copied",
      "The browser server’s files could not be copied into Pilothouse’s data folder, so no server can be started. Look whether that folder can be written to, then start Pilothouse again.",
      { cause: error },
    );
  }
}

async function copyUnlessThere(copy: RuntimeCopy): Promise<void> {
  const { from, to, guardScript, appVersion } = copy;
  if (readInstall(from) === null) throw notWhole(null);
  const pieces = piecesFor(to, runtimePieces(from, guardScript));
  const fingerprint = fingerprintOf(pieces, appVersion);
  if (isCurrent(to, pieces, fingerprint)) return;
  const side = `${to}${COPY_ASIDE}${newId()}`;
  const stop = tellOf(copy, pieces);
  try {
    await fillSide(copy, side, pieces);
    await takeIntoUse(copy, side, pieces, fingerprint);
  } finally {
    await rm(side, { recursive: true, force: true, maxRetries: 3 });
  }
  stop();
}

/** A Chromium that was set up there is at least as new as the one that the app brings. */
function piecesFor(to: string, pieces: readonly RuntimePiece[]): readonly RuntimePiece[] {
  const hasOwn = (readInstall(to)?.chromiumExecutable ?? null) !== null;
  return hasOwn ? pieces.filter(({ place }) => partOf(place) !== CHROMIUM) : pieces;
}

function isCurrent(to: string, pieces: readonly RuntimePiece[], fingerprint: string): boolean {
  const mark = readJson(path.join(to, MARK_FILE), CopyMark);
  return mark?.fingerprint === fingerprint && readInstall(to) !== null && allThere(pieces, to);
}

/** Two lines in the log: a start that takes seconds longer than the others has its reason there. */
function tellOf({ logger, to }: RuntimeCopy, pieces: readonly RuntimePiece[]): () => void {
  const began = performance.now();
  const size = `${Math.round(sizeOf(pieces) / MEGABYTE)} MB`;
  logger.info(`Runtime: copying ${size} to ${to}, as the app's own folder goes away with it.`);
  return () => {
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    logger.info(`Runtime: copied ${size} in ${seconds} s.`);
  };
}

async function fillSide(
  { to, freeBytes }: RuntimeCopy,
  side: string,
  pieces: readonly RuntimePiece[],
): Promise<void> {
  await mkdir(side, { recursive: true });
  const needed = sizeOf(pieces) + SPARE_BYTES;
  const available = await freeBytes(path.dirname(to));
  if (available < needed) throw noRoom(needed, available);
  for (const piece of pieces) await copyPiece(piece, path.join(side, piece.place));
  const link = await escapingLink(side);
  if (link !== null || !allThere(pieces, side)) throw notWhole(link);
}

async function copyPiece({ from, link }: RuntimePiece, place: string): Promise<void> {
  await mkdir(path.dirname(place), { recursive: true });
  if (link === null) await copyFile(from, place);
  else await symlink(link, place);
}

/** The mark goes first and comes last: what lies between counts for nobody. */
async function takeIntoUse(
  { from, to }: RuntimeCopy,
  side: string,
  pieces: readonly RuntimePiece[],
  fingerprint: string,
): Promise<void> {
  const mark = JSON.stringify({ fingerprint });
  if (!existsSync(to)) {
    writeDurably(path.join(side, INSTALL_FILE), installFor(from, to));
    writeDurably(path.join(side, MARK_FILE), mark);
    if (await renamed(side, to)) return;
  }
  if (isCurrent(to, pieces, fingerprint)) return;
  await rm(path.join(to, MARK_FILE), { force: true });
  for (const part of new Set(pieces.map(({ place }) => partOf(place)))) {
    await placePart(path.join(side, part), path.join(to, part));
  }
  writeDurably(path.join(to, INSTALL_FILE), installFor(from, to));
  if (!allThere(pieces, to)) throw new Error("Another start has changed the copy meanwhile.");
  writeDurably(path.join(to, MARK_FILE), mark);
}

/** What of an earlier build is there goes into the side folder, which is thrown away. */
async function placePart(part: string, place: string): Promise<void> {
  for (let tries = 1; tries <= PLACE_TRIES; tries += 1) {
    await renamed(place, `${part}.replaced-${tries}`);
    if (await renamed(part, place)) return;
  }
  throw new Error(`${place} is held by another program.`);
}

/** False when there is nothing to rename, or something in its place. */
async function renamed(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (["ENOENT", "ENOTEMPTY", "EEXIST", "EPERM", "EACCES"].includes(code)) return false;
    throw error;
  }
}

function installFor(from: string, to: string): string {
  const [brought, there] = [readInstall(from), readInstall(to)];
  const chromiumExecutable = there?.chromiumExecutable ?? brought?.chromiumExecutable ?? null;
  return `${JSON.stringify({ ...brought, ...there, chromiumExecutable }, null, 2)}\n`;
}

const partOf = (place: string): string => place.split("/")[0] ?? place;

const sizeOf = (pieces: readonly RuntimePiece[]): number =>
  pieces.reduce((sum, { bytes }) => sum + bytes, 0);

function notWhole(link: string | null): AppError {
  return new AppError(
    "runtime-not-whole",
    "The browser server’s files in this download are not whole, so no server can be started. Download Pilothouse again.",
    { details: { link } },
  );
}

function noRoom(needed: number | null, available: number): AppError {
  const megabytes = (bytes: number) => `${Math.round(bytes / MEGABYTE)} MB`;
  const need = needed === null ? "more than there is" : megabytes(needed);
  return new AppError(
    "disk-full",
    `There is not enough room for the browser server: it needs ${need}, and ${megabytes(available)} are free on the disk with Pilothouse’s data. Free some space, then start Pilothouse again.`,
  );
}
