import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Picture } from "../../../src-preload/model/content.ts";
import type { ExportFormat } from "../../../src-preload/model/export.ts";
import { writeDurably } from "../../base/durable-file.ts";
import { documentOf } from "./document.ts";
import type { ExportedConversation } from "./exported-conversation.ts";
import { toHtml } from "./to-html.ts";
import { toMarkdown } from "./to-markdown.ts";

export const EXPORT_ENDINGS: Readonly<Record<ExportFormat, string>> = {
  markdown: "md",
  html: "html",
  json: "json",
};

/**
 * Writes the conversation into the file; Markdown has its pictures in a folder of the same name beside
 * it. Throws the file system's own errors.
 */
export function writeExport(
  exported: ExportedConversation,
  format: ExportFormat,
  file: string,
): void {
  switch (format) {
    case "json":
      writeDurably(file, `${JSON.stringify(exported, null, 2)}\n`);
      return;
    case "html":
      writeDurably(
        file,
        toHtml(documentOf(exported), ({ file: name }) => exported.files[name] ?? null),
      );
      return;
    case "markdown":
      writeMarkdown(exported, file);
  }
}

function writeMarkdown(exported: ExportedConversation, file: string): void {
  const folder = `${path.basename(file, path.extname(file))} pictures`;
  const written = new Set<string>();
  const nameOf = (picture: Picture) => {
    const name = `${picture.file.slice(0, 16)}.${picture.mimeType.split("/")[1] ?? "png"}`;
    const base64 = exported.files[picture.file];
    if (base64 !== undefined && !written.has(name)) {
      const place = path.join(path.dirname(file), folder);
      mkdirSync(place, { recursive: true });
      writeDurably(path.join(place, name), Buffer.from(base64, "base64"));
      written.add(name);
    }
    return encodeURI(`${folder}/${name}`);
  };
  writeDurably(file, toMarkdown(documentOf(exported), nameOf));
}
