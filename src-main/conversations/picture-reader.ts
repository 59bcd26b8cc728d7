import { AppError } from "../base/errors.ts";
import type { FileStore } from "../store/files/file-store.ts";

/** Gives a model the bytes of a picture by its hash. Throws an `AppError` `picture-missing`. */
export function picturesOf(files: FileStore): (file: string) => Buffer {
  return (file) => {
    const bytes = files.read(file);
    if (bytes) return Buffer.from(bytes);
    throw new AppError("picture-missing", "A picture of this conversation is missing on disk.");
  };
}
