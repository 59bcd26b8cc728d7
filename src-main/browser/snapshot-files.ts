import { readFileSync, realpathSync } from "node:fs";
import path from "node:path";

/** How the server refers to a snapshot that it wrote to a file instead of answering with it. */
const SNAPSHOT_LINK = /^- \[Snapshot\]\((.+\.ya?ml)\)$/gm;

/**
 * Puts the content of each snapshot file in the place of the link to it, so that the model sees the
 * page after every action (M22). A link that leads out of the workspace or to no file stays a link.
 */
export function inlineSnapshots(text: string, workspace: string): string {
  return text.replace(SNAPSHOT_LINK, (link, file: string) => {
    const snapshot = readInside(workspace, file);
    return snapshot === null ? link : `\`\`\`yaml\n${snapshot.trimEnd()}\n\`\`\``;
  });
}

function readInside(workspace: string, file: string): string | null {
  try {
    const root = realpathSync(workspace);
    const real = realpathSync(path.resolve(root, file));
    return real.startsWith(root + path.sep) ? readFileSync(real, "utf8") : null;
  } catch {
    return null;
  }
}
