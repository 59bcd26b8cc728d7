import type { Picture } from "../../../src-preload/model/content.ts";
import type { DocumentBlock, ExportDocument } from "./document.ts";

/** The document as Markdown, with its pictures by these names. */
export function toMarkdown(document: ExportDocument, nameOf: (picture: Picture) => string): string {
  const head = [`# ${oneLine(document.title)}`, ...(document.note ? [`> ${document.note}`] : [])];
  const body = document.entries.flatMap(({ who, when, blocks }) => [
    `## ${who}, ${when}`,
    ...blocks.map((block) => blockOf(block, nameOf)),
  ]);
  return `${[...head, ...body].join("\n\n")}\n`;
}

function blockOf(block: DocumentBlock, nameOf: (picture: Picture) => string): string {
  switch (block.kind) {
    case "text":
      return block.text;
    case "picture":
      return `![Picture](${nameOf(block.picture)})`;
    case "call": {
      const { name, state, result } = block;
      const parts = [`**${oneLine(name)}** (${state})`, fenced(block.arguments), fenced(result)];
      return parts.filter((part) => part !== "").join("\n\n");
    }
  }
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

/** Between fences that are longer than any in the text, so that nothing of it is read as Markdown. */
function fenced(text: string): string {
  if (text === "") return "";
  const runs = text.match(/`+/g) ?? [];
  const fence = "`".repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  return `${fence}\n${text}\n${fence}`;
}
