import { statfs } from "node:fs/promises";
import { AppError } from "../base/errors.ts";
import type { FreeBytes } from "./ports.ts";

/** The archive, what it unpacks to, and room for the disk to breathe; in sizes of the archive. */
const ARCHIVES_NEEDED = 3;

const MEGABYTE = 1_000_000;

export const freeBytes: FreeBytes = async (folder) => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/** Throws an `AppError` `disk-full` when an archive of this size cannot be got and unpacked. */
export async function requireSpace(
  folder: string,
  archive: { readonly totalBytes: number; readonly keptBytes: number },
  free: FreeBytes,
): Promise<void> {
  const needed = ARCHIVES_NEEDED * archive.totalBytes - archive.keptBytes;
  const available = await free(folder);
  if (available < needed) throw diskFull(needed, available);
}

/** Whether the disk ran full under a write. */
export function isDiskFull(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "ENOSPC" || code === "EDQUOT";
}

export function diskFull(needed: number | null, available: number): AppError {
  const need = needed === null ? "more than there is" : `about ${megabytes(needed)}`;
  return new AppError(
    "disk-full",
    `There is not enough room for Chromium: it needs ${need}, and ${megabytes(available)} are free on the disk with Pilothouse’s data. Free some space, then set it up again.`,
  );
}

const megabytes = (bytes: number): string => `${Math.round(bytes / MEGABYTE)} MB`;
