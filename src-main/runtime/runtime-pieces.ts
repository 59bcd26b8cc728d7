import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import path from "node:path";
import { moduleClosure } from "./module-closure.ts";
import { INSTALL_FILE } from "./version-folders.ts";

/** The guard's folder in a copied runtime: it too has to outlive the app. */
export const GUARD_PART = "guard";

/** One file of a runtime that is to be copied. */
export interface RuntimePiece {
  /** In the version's folder, with `/` between its parts. */
  readonly place: string;
  /** Where it is now; absolute. */
  readonly from: string;
  readonly bytes: number;
  /** Where it leads, for a link. */
  readonly link: string | null;
}

/** Everything in the version's folder, and the guard with what it imports. Throws the file system's errors. */
export function runtimePieces(folder: string, guardScript: string): readonly RuntimePiece[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const own = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => pieceOf(file, path.relative(folder, file)))
    .filter(({ place }) => place !== INSTALL_FILE);
  const beside = path.dirname(guardScript);
  const guard = moduleClosure(guardScript).map((file) =>
    pieceOf(path.join(beside, file), path.join(GUARD_PART, file)),
  );
  return [...own, ...guard].toSorted((a, b) => (a.place < b.place ? -1 : 1));
}

function pieceOf(from: string, relative: string): RuntimePiece {
  const found = lstatSync(from);
  const link = found.isSymbolicLink() ? readlinkSync(from) : null;
  return { place: relative.split(path.sep).join("/"), from, bytes: found.size, link };
}

/** What tells two builds apart at a glance: hashing all of it would cost each start a second. */
export function fingerprintOf(pieces: readonly RuntimePiece[], appVersion: string): string {
  const hash = createHash("sha256").update(appVersion);
  for (const { place, bytes, link } of pieces) hash.update(`\n${place} ${bytes} ${link}`);
  for (const { place, from } of pieces) {
    if (place.startsWith(`${GUARD_PART}/`)) hash.update(readFileSync(from));
  }
  return hash.digest("hex");
}

/** Whether each piece is there, and as long as it should be: a write that a loss of power cut off is not. */
export function allThere(pieces: readonly RuntimePiece[], folder: string): boolean {
  return pieces.every(({ place, bytes, link }) => {
    const found = lstatSync(path.join(folder, place), { throwIfNoEntry: false });
    return found?.size === bytes && found.isSymbolicLink() === (link !== null);
  });
}
