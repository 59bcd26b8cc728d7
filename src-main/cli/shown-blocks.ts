import type { ContentBlock, ModelBlock } from "../../src-preload/model/content.ts";
import { isPicture } from "../../src-preload/model/content.ts";
import type { FileStore } from "../store/files/file-store.ts";

/** Blocks as the command line prints them: pictures by the path of their file, all else as it was sent. */
export function shownBlocks(
  blocks: readonly (ContentBlock | ModelBlock)[],
  files: FileStore,
): readonly unknown[] {
  return blocks.map((block) => {
    if (!isPicture(block)) return withWholeText(block, files);
    const { mimeType, file, bytes } = block;
    return { type: "image", mimeType, file: files.path(file), bytes };
  });
}

/** A long text is kept as a file; it is printed as it was sent. */
function withWholeText(block: ContentBlock | ModelBlock, files: FileStore): unknown {
  const { whole, ...rest } = block as ContentBlock & {
    readonly whole?: { readonly file?: unknown };
  };
  if (rest.type !== "text" || typeof whole?.file !== "string") return block;
  const bytes = files.read(whole.file);
  return bytes ? { ...rest, text: Buffer.from(bytes).toString("utf8") } : block;
}
