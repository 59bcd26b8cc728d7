import type { Page } from "../../src-preload/model/page.ts";
import type { ToolResult } from "../../src-preload/model/tool-call.ts";
import type { Redactor } from "../base/redactor.ts";
import { pageIn } from "../browser/page-report.ts";
import { inlineSnapshots } from "../browser/snapshot-files.ts";
import type { RawResult } from "../mcp/connection/server-connection.ts";
import { mapResult } from "../mcp/result/map-result.ts";
import type { FileStore } from "../store/files/file-store.ts";

export interface ResultPlace {
  /** Whether the app's own browser server sent it. */
  readonly isBrowser: boolean;
  readonly workspace: string;
  readonly files: FileStore;
  readonly redactor: Redactor;
}

/** A server's answer as it is kept: redacted, its pictures as files, the browser's snapshots as content. */
export function readResult(
  raw: RawResult,
  place: ResultPlace,
): { result: ToolResult; page: Page | null } {
  const { isBrowser, workspace, files, redactor } = place;
  const clean = redactor.json(raw);
  const result = mapResult(clean, {
    keepPicture: (bytes, mimeType) => files.writePicture(bytes, mimeType),
    completeText: (text) => (isBrowser ? redactor.text(inlineSnapshots(text, workspace)) : text),
  });
  return { result, page: isBrowser ? pageIn(clean) : null };
}
