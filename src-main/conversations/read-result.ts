import type { ToolResult, WrittenFile } from "../../src-preload/model/tool-call.ts";
import type { Redactor } from "../base/redactor.ts";
import { inlineSnapshots } from "../browser/snapshot-files.ts";
import { settleWrittenFiles } from "../browser/written-files.ts";
import type { RawResult } from "../mcp/connection/server-connection.ts";
import { mapResult } from "../mcp/result/map-result.ts";
import { placeOfFile, type FileStore } from "../store/files/file-store.ts";

export interface ResultPlace {
  /** Whether the app's own browser server sent it. */
  readonly isBrowser: boolean;
  readonly workspace: string;
  readonly files: FileStore;
  readonly redactor: Redactor;
}

/**
 * A server's answer as it is kept: redacted, its pictures as files, the browser's snapshots as content.
 * Once for each answer: what the browser downloaded is put in its place by it.
 */
export function readResult(raw: RawResult, place: ResultPlace): ToolResult {
  const { isBrowser, workspace, files, redactor } = place;
  const clean = redactor.json(raw);
  const written: WrittenFile[] = [];
  const complete = (text: string): string => {
    const settled = settleWrittenFiles(text, workspace);
    written.push(...settled.files);
    return redactor.text(inlineSnapshots(settled.text, workspace));
  };
  const result = mapResult(clean, {
    keepPicture: (bytes, mimeType) => files.writePicture(bytes, mimeType),
    keepLong: (bytes) => {
      const file = files.write(bytes);
      return { file, bytes: bytes.byteLength, place: placeOfFile(file) };
    },
    completeText: (text) => (isBrowser ? complete(text) : text),
  });
  return written.length > 0 ? { ...result, files: written } : result;
}
