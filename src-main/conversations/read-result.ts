import type { ToolResult, WrittenFile } from "../../src-preload/model/tool-call.ts";
import type { Redactor } from "../base/redactor.ts";
import { inlineSnapshots } from "../browser/snapshot-files.ts";
import { settleWrittenFiles } from "../browser/written-files.ts";
import type { RawResult } from "../mcp/connection/server-connection.ts";
import type { TextLimits } from "../mcp/result/cap-text.ts";
import { mapResult, type KeptText } from "../mcp/result/map-result.ts";
import type { FileStore } from "../store/files/file-store.ts";

export interface ResultPlace {
  /** Whether the app's own browser server sent it. */
  readonly isBrowser: boolean;
  readonly workspace: string;
  readonly files: FileStore;
  readonly redactor: Redactor;
  /** Puts new names of files into the text; absent where none has one. */
  readonly rename?: (text: string) => string;
  /** How much text the model that is to read it takes; absent, as M21 says. */
  readonly limits?: TextLimits;
  /** The tool's own, as its server tells it; absent, it is not checked. */
  readonly outputSchema?: unknown;
}

/**
 * A server's answer as it is kept: redacted, its pictures as files, the browser's snapshots as content.
 * Once for each answer: what the browser downloaded is put in its place by it.
 */
export function readResult(raw: RawResult, place: ResultPlace): ToolResult {
  const { isBrowser, workspace, files, redactor, limits, outputSchema } = place;
  const clean = withoutSecrets(raw, redactor);
  const written: WrittenFile[] = [];
  const complete = (asSent: string): string => {
    const settled = settleWrittenFiles(place.rename?.(asSent) ?? asSent, workspace);
    written.push(...settled.files);
    return redactor.text(inlineSnapshots(settled.text, workspace));
  };
  const result = mapResult(clean, {
    keepPicture: (bytes, mimeType) => files.writePicture(bytes, mimeType),
    keepFile: (bytes) => files.write(bytes),
    keepText: (text) => keepText(text, files),
    completeText: (text) => (isBrowser ? complete(text) : text),
    ...(limits ? { limits } : {}),
    outputSchema,
  });
  return written.length > 0 ? { ...result, files: written } : result;
}

function keepText(text: string, files: FileStore): KeptText {
  const bytes = Buffer.from(text);
  const file = files.write(bytes);
  return { file, bytes: bytes.length, place: files.path(file) };
}

/** Not in a picture's bytes: by chance a short value may stand there, and the picture would be spoiled. */
function withoutSecrets(raw: RawResult, redactor: Redactor): RawResult {
  const { content, ...rest } = raw;
  if (!Array.isArray(content)) return redactor.json(raw);
  return { ...redactor.json(rest), content: content.map((block) => cleanBlock(block, redactor)) };
}

function cleanBlock(block: unknown, redactor: Redactor): unknown {
  if (block === null || typeof block !== "object" || Array.isArray(block))
    return redactor.json(block);
  const { data, ...rest } = block as RawResult;
  if (rest["type"] !== "image" || data === undefined) return redactor.json(block);
  return { ...redactor.json(rest), data };
}
