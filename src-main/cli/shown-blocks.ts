import type { ContentBlock, ModelBlock } from "../../src-preload/model/content.ts";
import { isPicture } from "../../src-preload/model/content.ts";
import type { FileStore } from "../store/files/file-store.ts";

/** Blocks as the command line prints them: pictures by the path of their file, all else as it is. */
export function shownBlocks(
  blocks: readonly (ContentBlock | ModelBlock)[],
  files: FileStore,
): readonly unknown[] {
  return blocks.map((block) => {
    if (!isPicture(block)) return block;
    const { mimeType, file, bytes } = block;
    return { type: "image", mimeType, file: files.path(file), bytes };
  });
}
