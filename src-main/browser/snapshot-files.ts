import { readFileSync } from "node:fs";
import path from "node:path";
import { fileInWorkspace } from "./workspace-file.ts";

/** How the server refers to a snapshot that it wrote to a file instead of answering with it. */
const SNAPSHOT_LINK = /^- \[Snapshot\]\((.+\.ya?ml)\)$/gm;

/** And how to the lines of its log that are new. */
const CONSOLE_LINK = /^- New console entries: (.+\.log)#L(\d+)(?:-L(\d+))?$/gm;

/** A snapshot that is larger is not read; the model would get 50 KB of it anyway. In bytes. */
const MAX_BYTES = 16 * 1_024 * 1_024;

/** A page that logs without end must not fill the model's window: it can ask for all of it. */
const MAX_CONSOLE_LINES = 20;
const MAX_CONSOLE_CHARS = 300;

/**
 * Puts what the server wrote to a file in the place of the link to it: the snapshot of the page after
 * every action, and the console's new lines (M22). Where that cannot be had a short note says so.
 */
export function inlineSnapshots(text: string, workspace: string): string {
  return text
    .replace(SNAPSHOT_LINK, (_link, file: string) => {
      const read = readInside(workspace, file);
      return "note" in read ? `[snapshot ${read.note}]` : yaml(read.text);
    })
    .replace(CONSOLE_LINK, (_link, file: string, from: string, to: string | undefined) => {
      const read = readInside(workspace, file);
      if ("note" in read) return `[new console entries ${read.note}]`;
      return consoleLines(
        read.text,
        path.resolve(workspace, file),
        Number(from),
        Number(to ?? from),
      );
    });
}

function readInside(
  workspace: string,
  file: string,
): { readonly text: string } | { readonly note: string } {
  const found = fileInWorkspace(workspace, file);
  if (found === "missing") return { note: "not available: its file is not there" };
  if (found === "outside") return { note: "not available: its file is outside of the workspace" };
  if (found.bytes > MAX_BYTES) return { note: `not available: it has ${found.bytes} bytes` };
  return { text: readFileSync(found.place, "utf8") };
}

const yaml = (snapshot: string): string => `\`\`\`yaml\n${snapshot.trimEnd()}\n\`\`\``;

/** Lines are counted from 1, both ends included. */
function consoleLines(log: string, file: string, from: number, to: number): string {
  const lines = log.split("\n").slice(from - 1, to);
  const shown = lines
    .slice(0, MAX_CONSOLE_LINES)
    .map((line) => `  ${line.slice(0, MAX_CONSOLE_CHARS)}`);
  const rest = lines.length - shown.length;
  const more = rest > 0 ? [`  [${rest} more lines: see browser_console_messages]`] : [];
  return [`- New console entries in ${file}, lines ${from} to ${to}:`, ...shown, ...more].join(
    "\n",
  );
}
